import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"139. Make electronic invoices from allocations","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0139-make-electronic-invoices-from-allocations.md","filePath":"docs/explanation/adr/0139-make-electronic-invoices-from-allocations.md"}');
const _sfc_main = { name: "explanation/adr/0139-make-electronic-invoices-from-allocations.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="139-make-electronic-invoices-from-allocations" tabindex="-1">139. Make electronic invoices from allocations <a class="header-anchor" href="#139-make-electronic-invoices-from-allocations" aria-label="Permalink to &quot;139. Make electronic invoices from allocations&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-29</p><p><strong>Context.</strong> An invoice in UBL says net, VAT and total by line and rate, and validators add them up. Prices here include VAT, an order may be invoiced in parts, and be edited between them.</p><p><strong>Decision.</strong> A document is made of the allocation that the payment was published and booked with. It sums up to the payment by construction, for a part of an order too, and invoice and ledger cannot differ. It is made when it is asked for, from allocations, which do not change; names and addresses are those of the order then.</p><p><code>@e-invoice-eu/core</code> writes the XML. It orders the elements, knows the code lists, turns an invoice into a credit note and refuses what its schema does not allow. It is loaded with the first document. It checks no sums; tests do, by the rules of EN 16931.</p><p>Considered: the lines of the PDF invoice. They are those of the order, not of the payment. Considered: an XML builder alone: the order of elements and a dozen code lists would be ours.</p><p><strong>Consequences.</strong> Quantities of a line that is invoiced in parts are 1. Rules: <a href="/docs/site/reference/behaviour/invoices.html#electronic-invoices">electronic invoices</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0139-make-electronic-invoices-from-allocations.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0139MakeElectronicInvoicesFromAllocations = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0139MakeElectronicInvoicesFromAllocations as default
};
