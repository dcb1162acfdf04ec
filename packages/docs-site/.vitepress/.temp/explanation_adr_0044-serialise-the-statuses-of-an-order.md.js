import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"44. Serialise the statuses of an order","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0044-serialise-the-statuses-of-an-order.md","filePath":"docs/explanation/adr/0044-serialise-the-statuses-of-an-order.md"}');
const _sfc_main = { name: "explanation/adr/0044-serialise-the-statuses-of-an-order.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="44-serialise-the-statuses-of-an-order" tabindex="-1">44. Serialise the statuses of an order <a class="header-anchor" href="#44-serialise-the-statuses-of-an-order" aria-label="Permalink to &quot;44. Serialise the statuses of an order&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> Concurrent commands have the result of some serial order. A status with a call to a provider is several transactions. When another status was entered between two of them, the remaining steps found the order in a status that they are not for: Completed and Cancelled, sent concurrently, gave an order that was delivered and captured, with shipments that were never completed.</p><p><strong>Decision.</strong> A request that enters a status waits until no run of another status of the order has steps left that come before its response. It looks under the lock of the order, in the transaction that writes the status, and waits outside of any transaction. After 30 seconds, half of what a request may take, it is 409 <code>ResourceLocked</code>. Runs of the same status and of different return forms do not wait for each other; background steps and dry runs make nobody wait.</p><p>Considered: making each step know the order as it was when its run began. Every step would have to say what it does with an order that has moved on. Writing the status after the time-out would give the mixed result.</p><p><strong>Consequences.</strong> A cancellation waits for the response of a slow provider. While a provider is silent, an order takes no other status until its call has ended or its run is given up. A receiver that is called by a step in the request, and sets a status of the same order before it responds, waits until the time of the step is over. Rules: <a href="/docs/site/reference/behaviour/workflow.html#status-serialisation">status serialisation</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0044-serialise-the-statuses-of-an-order.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0044SerialiseTheStatusesOfAnOrder = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0044SerialiseTheStatusesOfAnOrder as default
};
