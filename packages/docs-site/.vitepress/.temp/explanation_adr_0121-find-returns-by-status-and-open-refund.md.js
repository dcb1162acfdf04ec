import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"121. Find returns by status and open refund","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0121-find-returns-by-status-and-open-refund.md","filePath":"docs/explanation/adr/0121-find-returns-by-status-and-open-refund.md"}');
const _sfc_main = { name: "explanation/adr/0121-find-returns-by-status-and-open-refund.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="121-find-returns-by-status-and-open-refund" tabindex="-1">121. Find returns by status and open refund <a class="header-anchor" href="#121-find-returns-by-status-and-open-refund" aria-label="Permalink to &quot;121. Find returns by status and open refund&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-29</p><p><strong>Context.</strong> A returns desk lists the return forms of all orders by what they wait for, and home counts those that are received and not paid back, every half minute for everybody who looks. Forms are part of the document of their order. Which statuses mean that goods have come in is configuration, which changes; whether money is still to be paid back follows from the payments of the order.</p><p><strong>Decision.</strong> The row of a form in <code>order_return</code> has its status and whether less was paid out than is to be, both written with the order. Forms with an open refund have a partial index, which is as long as the queue and not as the history. What the statuses mean is decided when a search is made: <code>awaitsRefund</code> is an open refund in a status that is neither the first of return forms nor a cancelled one.</p><p>A row says for which <code>modified</code> of the form it was stated. A version before this one changes the form and leaves the two columns: such rows differ in it, have an index of their own, and are stated again in the background.</p><p>At the desk nothing has a status of its own: what came in, its reason, condition and destination are fields of the form&#39;s lines, and receiving, paying back and rejecting are the configured statuses.</p><p><strong>Consequences.</strong> The count on home reads the open queue only, whatever the number of orders. A shop that renames or adds statuses of return forms needs no migration. A form that is created in a status whose goods are there already is in the queue at once. A tenant without a status between the first and the completed one has no step to receive: goods are looked at and paid back in one go. Rules: <a href="/docs/site/reference/behaviour/returns.html#return-search">return search</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0121-find-returns-by-status-and-open-refund.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0121FindReturnsByStatusAndOpenRefund = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0121FindReturnsByStatusAndOpenRefund as default
};
