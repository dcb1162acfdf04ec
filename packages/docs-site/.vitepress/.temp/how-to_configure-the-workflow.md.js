import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Configure the workflow","description":"","frontmatter":{},"headers":[],"relativePath":"how-to/configure-the-workflow.md","filePath":"docs/how-to/configure-the-workflow.md"}');
const _sfc_main = { name: "how-to/configure-the-workflow.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="configure-the-workflow" tabindex="-1">Configure the workflow <a class="header-anchor" href="#configure-the-workflow" aria-label="Permalink to &quot;Configure the workflow&quot;">​</a></h1><p>You want an order type with other statuses or steps.</p><ol><li>Edit <code>order-types.json</code> of your configuration folder. An editor completes it by its schema; see <a href="/docs/site/reference/api-documents.html#configuration-schemas">Configuration schemas</a>.</li><li>To add a status, add it to <code>orderStatuses</code> of its type with a free <code>order</code>. Name it in <code>availableSteps</code> of statuses with <code>enforceAvailableStepsPolicy</code> that may lead to it.</li><li>To add a step, add it to <code>workflowSteps</code> of the status with a free <code>id</code> and <code>index</code>. Steps run in the order of <code>index</code> when the status is entered; <code>stopOnError</code> aborts the run, and <code>runAfterOrderIsSaved</code> runs the step in the background, or stores its messages with the order. <code>retryFor</code> says how long a step is <a href="/docs/site/reference/behaviour/workflow.html#waiting-runs">tried again</a> while its receiver does not respond; <code>0</code> where a person is to decide immediately.</li><li><a href="/docs/site/how-to/check-a-configuration-before-use.html">Check it</a> and send <code>SIGHUP</code> to every process, or restart them. A problem names file, path and reason.</li></ol><p>It works when <code>UpdateStatus</code> with <code>dryRun=true</code> lists the step in <code>orderActionExecutionResults</code>:</p><div class="language- vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang"></span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>curl -X POST &quot;$GATEWAY/api/Orders/$ORDER_ID/UpdateStatus?dryRun=true&quot; \\</span></span>
<span class="line"><span>  -H &quot;Authorization: Bearer $TOKEN&quot; -H &#39;Content-Type: application/json&#39; -d &#39;{ &quot;status&quot;: &quot;Shipped&quot; }&#39;</span></span></code></pre></div><p>To refund and put back goods when an order is cancelled after they left, add <code>CreditCancelledOrderLines</code> and <code>ReduceInventoryAndReservedInventory</code> to the cancelled status. Do not run the second for an order whose goods were booked back manually.</p><p>The statuses and steps of the sample tenant are in <a href="/docs/site/reference/order-types.html">order types</a>; every step, with its properties and an example, is in <a href="/docs/site/reference/workflow-steps-reference.html">workflow steps</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/how-to/configure-the-workflow.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const configureTheWorkflow = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  configureTheWorkflow as default
};
