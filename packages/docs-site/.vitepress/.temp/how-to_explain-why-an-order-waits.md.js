import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Explain why an order waits","description":"","frontmatter":{},"headers":[],"relativePath":"how-to/explain-why-an-order-waits.md","filePath":"docs/how-to/explain-why-an-order-waits.md"}');
const _sfc_main = { name: "how-to/explain-why-an-order-waits.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="explain-why-an-order-waits" tabindex="-1">Explain why an order waits <a class="header-anchor" href="#explain-why-an-order-waits" aria-label="Permalink to &quot;Explain why an order waits&quot;">​</a></h1><p>A customer asks where an order is, or a day is missing in the ledger. You want to know what it waits for, and what you can do.</p><ol><li><p>Ask the order:</p><div class="language- vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang"></span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>curl &quot;$GATEWAY/api/Orders/$ORDER_ID/Why&quot; -H &quot;Authorization: Bearer $TOKEN&quot;</span></span></code></pre></div><p><code>reasons</code> has sentences, the most pressing first:</p><div class="language- vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang"></span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>{</span></span>
<span class="line"><span>  &quot;code&quot;: &quot;PaymentRefused&quot;,</span></span>
<span class="line"><span>  &quot;waitsFor&quot;: &quot;Person&quot;,</span></span>
<span class="line"><span>  &quot;about&quot;: { &quot;kind&quot;: &quot;Order&quot;, &quot;id&quot;: &quot;1001&quot; },</span></span>
<span class="line"><span>  &quot;sentence&quot;: &quot;Payment could not be captured. The payment provider declined it: Insufficient funds. 3 later steps are on hold.&quot;,</span></span>
<span class="line"><span>  &quot;parameters&quot;: { &quot;step&quot;: &quot;CapturePayments&quot;, &quot;reason&quot;: &quot;Insufficient funds&quot;, &quot;held&quot;: 3, … },</span></span>
<span class="line"><span>  &quot;since&quot;: &quot;2026-11-25T14:03:12.201Z&quot;,</span></span>
<span class="line"><span>  &quot;next&quot;: null,</span></span>
<span class="line"><span>  &quot;actions&quot;: [ { &quot;code&quot;: &quot;RetryPayment&quot;, &quot;sentence&quot;: &quot;Retry payment&quot;, &quot;method&quot;: &quot;POST&quot;,</span></span>
<span class="line"><span>                 &quot;url&quot;: &quot;/api/Orders/1001/WorkflowRuns/0197…/RetryStep&quot;, &quot;body&quot;: { &quot;stepId&quot;: &quot;…&quot; } } ],</span></span>
<span class="line"><span>  &quot;evidence&quot;: [ { &quot;kind&quot;: &quot;Run&quot;, &quot;data&quot;: { &quot;runId&quot;: &quot;0197…&quot;, &quot;state&quot;: &quot;Aborted&quot; } } ]</span></span>
<span class="line"><span>}</span></span></code></pre></div></li><li><p>Read <code>waitsFor</code>. <code>Time</code>: wait until <code>next.at</code>. <code>Person</code>: do what an action says, or pass the evidence on to someone who can. <code>Nothing</code>: nothing is left to do.</p></li><li><p>Send the call of an action: its <code>method</code>, <code>url</code> and <code>body</code>, with the words in angle brackets filled in. It needs the role that the call needs, mostly <code>OrderAdmin</code>.</p></li><li><p>For one line that is not delivered, or one payment that is not captured, name it:</p><div class="language- vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang"></span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>curl &quot;$GATEWAY/api/Orders/$ORDER_ID/Why?lineItemId=1&quot; -H &quot;Authorization: Bearer $TOKEN&quot;</span></span>
<span class="line"><span>curl &quot;$GATEWAY/api/Orders/$ORDER_ID/Why?paymentId=$PAYMENT_ID&quot; -H &quot;Authorization: Bearer $TOKEN&quot;</span></span></code></pre></div></li><li><p>For a day that is not posted, ask accounting:</p><div class="language- vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang"></span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>curl &quot;$GATEWAY/api/Accounting/Postings/Why?date=2026-11-24&amp;storeId=Oslo-01&quot; -H &quot;Authorization: Bearer $TOKEN&quot;</span></span></code></pre></div><p>What an operator does has a <code>command</code> in the place of a call.</p></li></ol><p>It works when you ask again and the reason is not in the list any more.</p><ul><li>With <code>Accept-Language: nb</code> the sentences are Norwegian.</li><li>A client can decide by <code>code</code>; the codes are stable, the sentences are not. They are listed in <a href="/docs/site/reference/behaviour/why.html">why</a>.</li><li>For many orders together, search the <a href="/docs/site/how-to/resume-workflow-runs.html">queue of runs</a> or the orders with <code>hasErrors</code> or <code>hasHolds</code>, and ask each one why.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/how-to/explain-why-an-order-waits.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const explainWhyAnOrderWaits = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  explainWhyAnOrderWaits as default
};
