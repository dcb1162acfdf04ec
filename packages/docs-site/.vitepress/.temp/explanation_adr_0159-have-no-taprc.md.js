import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"159. Have no .taprc","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0159-have-no-taprc.md","filePath":"docs/explanation/adr/0159-have-no-taprc.md"}');
const _sfc_main = { name: "explanation/adr/0159-have-no-taprc.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="159-have-no-taprc" tabindex="-1">159. Have no .taprc <a class="header-anchor" href="#159-have-no-taprc" aria-label="Permalink to &quot;159. Have no .taprc&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-30</p><p><strong>Context.</strong> Contributors who know tap look for its <code>.taprc</code>, which says how <code>tap run</code> starts tests. Here <code>tools/test</code> starts them (<a href="/docs/site/explanation/adr/0048-tests-run-per-package-many-files-in-a-process.html">48</a>), with tap as the library of every test file. A library reads no <code>.taprc</code>.</p><p><code>tap run</code> does not run a test of this repository either: its plugin for TypeScript, which is on unless tap was built without it, asks TypeScript for its interface of version 5, and TypeScript 7 has none (<code>Cannot read properties of undefined (reading &#39;fileExists&#39;)</code>, with tap 21.8). A <code>.taprc</code> that switches the plugin off makes tap build itself again inside of <code>node_modules</code>, whose files are hard links to those of every other checkout.</p><p><strong>Decision.</strong> There is no <code>.taprc</code>. What it would say is said where it is read: time limits, how many files share a process and how many processes run are in <code>tools/test</code>, a file&#39;s own needs in its first line (<code>// Own process: …</code>), coverage in <code>.c8rc.json</code> (<a href="/docs/site/explanation/adr/0165-measure-coverage-by-c8.html">165</a>).</p><p><strong>Consequences.</strong> A file is run by <code>npm test -- FILE</code>, or alone by Node (<a href="/docs/site/project/contributing.html#the-check">CONTRIBUTING</a>); <code>npx tap FILE</code> fails. When tap&#39;s plugin works with the TypeScript of then, a <code>.taprc</code> can be considered again.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0159-have-no-taprc.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0159HaveNoTaprc = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0159HaveNoTaprc as default
};
