const map={source:"\/home\/jroe\/site\/main.ts",win:"C:\\Users\\jroe\\x"};
