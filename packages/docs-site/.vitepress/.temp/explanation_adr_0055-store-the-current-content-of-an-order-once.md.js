import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"55. Store the current content of an order once","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0055-store-the-current-content-of-an-order-once.md","filePath":"docs/explanation/adr/0055-store-the-current-content-of-an-order-once.md"}');
const _sfc_main = { name: "explanation/adr/0055-store-the-current-content-of-an-order-once.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="55-store-the-current-content-of-an-order-once" tabindex="-1">55. Store the current content of an order once <a class="header-anchor" href="#55-store-the-current-content-of-an-order-once" aria-label="Permalink to &quot;55. Store the current content of an order once&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> Every write stored the document of the order twice: in the row of the order, which is read, and with the version, which is kept. Most orders have few versions, so that nearly half of the bytes in the database were there twice; each write compressed the same text twice and sent it to the write-ahead log twice.</p><p><strong>Decision.</strong> A version has no content of its own while it is the current one. The statement that writes the next version moves the content to it, from the row of the order as it was when the statement began: the guard of the write says that it was this version. Reads of versions use the view <code>order_version_content</code>, which takes the content of the order where the version has none.</p><p><strong>Consequences.</strong> A write compresses one document. A change updates the row of the version before it; the page has space for that, so that the index stays as it is. Versions from before keep their content. Whoever reads <code>order_version</code> without the view finds no content for the current version.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0055-store-the-current-content-of-an-order-once.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0055StoreTheCurrentContentOfAnOrderOnce = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0055StoreTheCurrentContentOfAnOrderOnce as default
};
