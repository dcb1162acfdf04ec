import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"95. Decide tax and discounts by the kind of a line","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0095-decide-tax-and-discounts-by-the-kind-of-a-line.md","filePath":"docs/explanation/adr/0095-decide-tax-and-discounts-by-the-kind-of-a-line.md"}');
const _sfc_main = { name: "explanation/adr/0095-decide-tax-and-discounts-by-the-kind-of-a-line.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="95-decide-tax-and-discounts-by-the-kind-of-a-line" tabindex="-1">95. Decide tax and discounts by the kind of a line <a class="header-anchor" href="#95-decide-tax-and-discounts-by-the-kind-of-a-line" aria-label="Permalink to &quot;95. Decide tax and discounts by the kind of a line&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-28</p><p><strong>Context.</strong> A gift card, a tip, a fee and a rental are order lines with a <code>productType</code>. The allocation of payments knew them; totals, discounts, returns and documents did not. A receipt showed VAT on a gift card that the ledger recorded as a liability without VAT, and an order discount reduced the face value of the card.</p><p><strong>Decision.</strong> One table in <code>order/rules/lines/line-kinds.ts</code> maps the product type, in any letter case, to what a payment for the line pays for, whether the line is taxed, and whether order discounts include it. Every calculation asks this table. The stored <code>taxRate</code> is not changed: an untaxed line keeps the rate that was sent.</p><p>A form discount on lines without <code>skuIds</code> applies to the whole basket, and so skips gift cards and tips as an order discount does. A discount that names the SKU, or is on the line itself, applies to it.</p><p>A Z-report sums sales by rate, so a fee could not have its own account there. The report states the fees by rate beside the sales that contain them, and the posting moves their net amount if the chart of accounts has an account for fees. Rentals and shipping are treated likewise.</p><p><strong>Consequences.</strong> Stored orders keep their figures until their next write; their next payment books the difference. A new kind is one row of the table. Product types with another meaning must not use these four names.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0095-decide-tax-and-discounts-by-the-kind-of-a-line.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0095DecideTaxAndDiscountsByTheKindOfALine = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0095DecideTaxAndDiscountsByTheKindOfALine as default
};
