"""Records to markup through the templates, drawings included. Knows records and states; knows no pages."""
