import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"28. Store carts as order-shaped documents in a table of their own","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0028-store-carts-as-order-documents.md","filePath":"docs/explanation/adr/0028-store-carts-as-order-documents.md"}');
const _sfc_main = { name: "explanation/adr/0028-store-carts-as-order-documents.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="28-store-carts-as-order-shaped-documents-in-a-table-of-their-own" tabindex="-1">28. Store carts as order-shaped documents in a table of their own <a class="header-anchor" href="#28-store-carts-as-order-shaped-documents-in-a-table-of-their-own" aria-label="Permalink to &quot;28. Store carts as order-shaped documents in a table of their own&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> Carts have the model of orders and must show the same totals and packages, but they are many, short-lived, and changed by buyers who click twice. A cart becomes an order once, however often and by however many callers that is requested.</p><p><strong>Decision.</strong> A cart is stored as an order-shaped document in its own table and changed by <code>changeCart</code>, with the totals, invariants, line, patch and package code of orders. It has no versions, search rows or events; for <code>changedFields</code> of a 412 the last 50 versions are kept as hashes of the fields that changed.</p><p>The order of a cart is created by the code of <code>PUT /api/Orders</code>. Its transaction raises the version of the cart, so that changes under way fail and start again, and writes <code>cart_order</code>, whose key is the cart: a second order cannot be committed. The row belongs to the order, outlives the cart, and is removed when the order is purged.</p><p><strong>Consequences.</strong> A rule of totals or packages changes for carts and orders together. Concurrent requests for an order may use up order numbers, which are gaps like any other. Older versions than the last 50 get a 412 without <code>changedFields</code>. Rules: <a href="/docs/site/reference/behaviour/carts.html">carts.md</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0028-store-carts-as-order-documents.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0028StoreCartsAsOrderDocuments = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0028StoreCartsAsOrderDocuments as default
};
