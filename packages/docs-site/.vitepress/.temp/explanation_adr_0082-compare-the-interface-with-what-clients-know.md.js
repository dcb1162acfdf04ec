import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"82. Compare the interface with what clients know","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0082-compare-the-interface-with-what-clients-know.md","filePath":"docs/explanation/adr/0082-compare-the-interface-with-what-clients-know.md"}');
const _sfc_main = { name: "explanation/adr/0082-compare-the-interface-with-what-clients-know.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="82-compare-the-interface-with-what-clients-know" tabindex="-1">82. Compare the interface with what clients know <a class="header-anchor" href="#82-compare-the-interface-with-what-clients-know" aria-label="Permalink to &quot;82. Compare the interface with what clients know&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-26</p><p><strong>Context.</strong> Retailers move to this system with connectors that were written for a closed one. Whether a connector will work could only be tried. And nothing kept a change of the contracts from breaking clients that work already: <code>interface.txt</code> shows a change in a review, but does not say that it breaks someone.</p><p><strong>Decision.</strong></p><ul><li>What clients of the closed system know is data: 65 calls with their statuses and query parameters, 90 models with 1,217 fields and their types (<code>tools/docs/compatibility</code>). A test compares the data with the interface document. What is missing or of another type must be listed with the reason; a row that is true no longer fails. The page <a href="/docs/site/reference/compatibility.html">compatibility</a> is generated from it.</li><li>How clients write a call is data too: <code>e2e/recorded-calls</code> has requests byte for byte, run against a running system.</li><li>The interface of the last release is kept without its prose (<code>released-openapi.json.gz</code>, 30 kB), and <a href="https://github.com/oasdiff/oasdiff" target="_blank" rel="noreferrer">oasdiff</a> finds what breaks since. Its binary comes with an npm package, so that the check needs nothing else. A break fails unless <code>breaking-changes.ts</code> lists it. Making a release ends with <code>node --conditions=development tools/keep-released-interface.ts</code>.</li><li>A call that is to go is announced by <code>Deprecation</code> and <code>Sunset</code> on every response.</li></ul><p><strong>Consequences.</strong></p><ul><li>Two compressed files are generated and committed: this one and the database of the upgrade test. Both are records of a moment, which no later code can generate again.</li><li>Until the first release the kept interface is that of the day of this decision. It is renewed while no client relies on it.</li><li>Types are compared as text, number, date, list, model; not whether a value may be null.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0082-compare-the-interface-with-what-clients-know.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0082CompareTheInterfaceWithWhatClientsKnow = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0082CompareTheInterfaceWithWhatClientsKnow as default
};
