// Runs before the first paint. Provides the four names that the theme's bundle expects on every page
// (__md_scope, __md_hash, __md_get, __md_set) and restores the colour scheme that the reader chose.
// A classic script: it must have run before anything is drawn, which a module never has.
(() => {
  const scope = new URL("../../", document.currentScript.src);
  const storage = (name) => {
    try {
      return window[name];
    } catch {
      return null;
    }
  };

  window.__md_scope = scope;
  window.__md_hash = (text) => [...text].reduce((sum, letter) => (sum << 5) - sum + letter.charCodeAt(0), 0);
  window.__md_get = (key, store = storage("localStorage"), base = scope) => {
    try {
      return JSON.parse(store.getItem(`${base.pathname}.${key}`));
    } catch {
      return null;
    }
  };
  window.__md_set = (key, value, store = storage("localStorage"), base = scope) => {
    try {
      store.setItem(`${base.pathname}.${key}`, JSON.stringify(value));
    } catch {
      // A reader who forbids storage keeps the system's scheme on the next page.
    }
  };

  const system = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const palette = window.__md_get("__palette");
    const chosen = palette && palette.color && palette.color.scheme;
    const scheme = chosen === "slate" || chosen === "default" ? chosen : system.matches ? "slate" : "default";
    document.documentElement.setAttribute("data-md-color-scheme", scheme);
    if (document.body) document.body.setAttribute("data-md-color-scheme", scheme);
    return scheme;
  };
  window.__cb_scheme = apply;
  apply();
  system.addEventListener("change", apply);
  document.addEventListener("DOMContentLoaded", apply);
})();
