import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"3. Store orders as documents","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0003-store-orders-as-documents.md","filePath":"docs/explanation/adr/0003-store-orders-as-documents.md"}');
const _sfc_main = { name: "explanation/adr/0003-store-orders-as-documents.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="3-store-orders-as-documents" tabindex="-1">3. Store orders as documents <a class="header-anchor" href="#3-store-orders-as-documents" aria-label="Permalink to &quot;3. Store orders as documents&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> An order has some 400 fields in nested lists. It is nearly always read and written whole, every version of it must be readable, and reading by id is the most frequent call.</p><p><strong>Decision.</strong> Table <code>order</code> keeps the wire document as <code>json</code> (text, byte for byte) beside typed columns for fields that are searched, guarded or constrained. <code>order_version</code> keeps the document of every version (<a href="/docs/site/explanation/adr/0055-store-the-current-content-of-an-order-once.html">ADR 55</a>: of the current one, the order has it). A read by id sends the stored text without parsing.</p><p><strong>Consequences.</strong> One write path must fill the typed columns from the document; nothing else may update them. Searches use columns, never the document. A new field needs no migration unless it is searched.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0003-store-orders-as-documents.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0003StoreOrdersAsDocuments = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0003StoreOrdersAsDocuments as default
};
