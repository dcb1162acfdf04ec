import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"56. Serve documents as they are stored","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0056-serve-documents-as-they-are-stored.md","filePath":"docs/explanation/adr/0056-serve-documents-as-they-are-stored.md"}');
const _sfc_main = { name: "explanation/adr/0056-serve-documents-as-they-are-stored.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="56-serve-documents-as-they-are-stored" tabindex="-1">56. Serve documents as they are stored <a class="header-anchor" href="#56-serve-documents-as-they-are-stored" aria-label="Permalink to &quot;56. Serve documents as they are stored&quot;">​</a></h1><p><strong>Status</strong>: superseded by <a href="/docs/site/explanation/adr/0114-store-orders-without-their-empty-fields.html">ADR 114</a></p><p><strong>Context.</strong> The document of an order has every field of the model, most of them null, zero or empty. An order of two lines is 12,985 bytes of JSON; without what is empty it would be 2,859. Whoever looks for speed asks why the rest is stored.</p><p>Measured on that document (one core, 3,000 repetitions; PostgreSQL 18 with pglz):</p><table tabindex="0"><thead><tr><th></th><th>whole</th><th>without empty fields</th></tr></thead><tbody><tr><td>insert, compressed by PostgreSQL</td><td>204 µs</td><td>38 µs</td></tr><tr><td>stored</td><td>3,041 bytes</td><td>1,093 bytes</td></tr><tr><td>read by PostgreSQL</td><td>95 µs</td><td>23 µs</td></tr><tr><td>made of an order</td><td>42 µs</td><td>58 µs</td></tr><tr><td>served</td><td>as it is</td><td>149 µs: parsed, completed, made again</td></tr></tbody></table><p><strong>Decision.</strong> Documents are stored whole. Reads, searches, scrolls and exports send the stored text as it is; nothing parses it.</p><p><strong>Consequences.</strong> A new order would gain 0.15 ms of the 10.8 ms of processor time that it takes; every read would cost 0.08 ms more, a page of twenty 1.5 ms, a scroll of 100,000 orders 8 s. Where the database has lz4, which the embedded one has not, compression costs a fraction of this.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0056-serve-documents-as-they-are-stored.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0056ServeDocumentsAsTheyAreStored = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0056ServeDocumentsAsTheyAreStored as default
};
