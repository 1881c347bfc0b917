"""Pages of the customer edition in a browser: what it leaves out must leave no hole behind.

Its templates are those of the full edition, which `test_pages` audits in every view; here each page is
audited in one.
"""

import pytest

from tests.browser.sample import is_authored
from tests.browser.walk import Walk, walk_site
from tests.support.built import ADDRESS, BuiltSite
from tests.support.project import run_claimbook
from tests.support.server import serving

RECORDS = 6  # record pages that are walked, spread over all; they share one template


@pytest.fixture(scope="module")
def customer_site(tmp_path_factory: pytest.TempPathFactory) -> BuiltSite:
    """The customer edition, built into a folder of its own."""
    folder = tmp_path_factory.mktemp("customer")
    outcome = run_claimbook(
        *("build", "--config", "mkdocs.customer.yml", "--output", folder),
        environment={"CLAIMBOOK_CUSTOMER_SITE_URL": ADDRESS},
    )
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
    return BuiltSite(folder)


@pytest.fixture(scope="module")
def walk(customer_site: BuiltSite) -> Walk:
    """One walk over all pages with a text of their own, and some of the record pages."""
    authored = [path for path in customer_site.paths if is_authored(path)]
    records = [path for path in customer_site.paths if not is_authored(path)]
    with serving(customer_site) as address:
        return walk_site(
            address, [*authored, *records[:: len(records) // RECORDS]], is_each_view_audited=False
        )


def test_every_authored_page_is_visited(walk: Walk, customer_site: BuiltSite) -> None:
    """The walk has every page of the edition's sitemap that is no record's."""
    named = {path for path in customer_site.sitemap if is_authored(path)}
    assert len(named) >= 10
    assert named <= set(walk.visited)
    assert len(walk.visited) > len(named) + RECORDS - 1


ABOUT = ["errors", "requests", "origins", "access", "overflow", "headings", "scriptless"]


@pytest.mark.parametrize("about", ABOUT)
def test_nothing_is_noted(walk: Walk, about: str) -> None:
    """No console error, failed or outside request, finding of axe, sideways move or lost heading is there."""
    remarks = walk.notes[about]
    assert not remarks, "\n".join(remarks[:40])
