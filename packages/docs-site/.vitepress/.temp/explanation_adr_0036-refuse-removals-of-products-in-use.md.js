import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"36. Refuse removals of products in use and keep versions of deleted products","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0036-refuse-removals-of-products-in-use.md","filePath":"docs/explanation/adr/0036-refuse-removals-of-products-in-use.md"}');
const _sfc_main = { name: "explanation/adr/0036-refuse-removals-of-products-in-use.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="36-refuse-removals-of-products-in-use-and-keep-versions-of-deleted-products" tabindex="-1">36. Refuse removals of products in use and keep versions of deleted products <a class="header-anchor" href="#36-refuse-removals-of-products-in-use-and-keep-versions-of-deleted-products" aria-label="Permalink to &quot;36. Refuse removals of products in use and keep versions of deleted products&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> A package names products and SKUs, in components and in their options. Deleting one of these, or updating a product so that it loses a variant that a package names, would leave a package that cannot be sold, without notice. Two concurrent writes, one that names and one that removes, do not see each other. An id may be used again after a deletion; consumers take an event whose sequence they have seen for a repeat.</p><p><strong>Decision.</strong></p><ul><li>Both removals are refused with 409 <code>ProductInUse</code>, which names packages. A product that a package names without a SKU may change its variants freely: such a component means any of them.</li><li><code>component_edge</code> has a row for each product that a package is made of, options included, with the SKUs that are named. A foreign key guards the rows; the SKUs are compared by the command.</li><li>Writes that send components, deletions and updates that lose a SKU take one advisory lock after the row of their product. Of two such writes the later one sees the edges of the earlier one; all other writes do not wait.</li><li>Versions are not removed with their product, and a deletion is a version too. A product that is created again takes the next revision, so the sequence of its events has neither gap nor repeat. Of two concurrent creations with the same revision, the key of the versions refuses one.</li><li>Searches look at <code>product_search</code>, a narrow row beside the document as orders have it (<a href="/docs/site/explanation/adr/0016-keep-search-tables-beside-the-order.html">ADR 16</a>). By <code>componentIds</code> a product is found for its components&#39; ids, products and SKUs; options are choices, and no components.</li></ul><p><strong>Consequences.</strong> Before a product is removed, its packages have to be changed. Writes of components happen one at a time, each for the few milliseconds between its check and its commit. The history of deleted products stays in the database.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0036-refuse-removals-of-products-in-use.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0036RefuseRemovalsOfProductsInUse = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0036RefuseRemovalsOfProductsInUse as default
};
