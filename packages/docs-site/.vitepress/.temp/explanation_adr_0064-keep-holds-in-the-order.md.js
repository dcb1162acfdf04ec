import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"64. Keep holds in the order","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0064-keep-holds-in-the-order.md","filePath":"docs/explanation/adr/0064-keep-holds-in-the-order.md"}');
const _sfc_main = { name: "explanation/adr/0064-keep-holds-in-the-order.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="64-keep-holds-in-the-order" tabindex="-1">64. Keep holds in the order <a class="header-anchor" href="#64-keep-holds-in-the-order" aria-label="Permalink to &quot;64. Keep holds in the order&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> A held order runs no outside step and sends no goods, whoever asks. Some fifteen endpoints, the steps of runs and statuses that steps trigger can let goods leave, and a hold may come while any of them is under way.</p><p><strong>Decision.</strong> Holds are a list of the order document, and the write path of the order judges them.</p><ul><li><em>One place that refuses.</em> Every write of an order passes <code>nextVersion</code>, which sees the order before and after. It refuses a held order of which more units have left, or that takes a status with which they would. No endpoint can forget it, and what counts are quantities, as in <a href="/docs/site/explanation/adr/0037-derive-progress-from-quantities.html">ADR 37</a>, not names of endpoints.</li><li><em>One place that stops.</em> <code>advance</code>, which decides on the next step of a run, stops before a call with the state <code>Held</code>. It is pure and runs on the locked order; the request of a call is written down under the version it was decided on. So no call begins after a hold, without a further lock.</li><li><em>Rows of their own</em> would have made hold and status two things that a lock must keep together, and versions, differences, replacement, backup and purge would have had to learn them. What looks for held orders and for their time reads two columns of the search row.</li><li><em>Releases by rule</em> are part of the same write: the payment that covers the order releases it. Only time needs a job.</li><li><em>A held run is not retried</em>: the release sets it to be taken over, in its own transaction, by the path that takes over the runs of dead processes. Nothing polls held runs.</li></ul><p><strong>Consequences.</strong> A cancelled status is exempt: money must be given back, whatever is suspected. A call that was sent before the hold is not called back. Orders from before have no field <code>holds</code>. A document grows by its holds, at most 250.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0064-keep-holds-in-the-order.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0064KeepHoldsInTheOrder = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0064KeepHoldsInTheOrder as default
};
