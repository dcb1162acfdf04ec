import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Retry failed runs in bulk","description":"","frontmatter":{},"headers":[],"relativePath":"how-to/retry-failed-runs-in-bulk.md","filePath":"docs/how-to/retry-failed-runs-in-bulk.md"}');
const _sfc_main = { name: "how-to/retry-failed-runs-in-bulk.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="retry-failed-runs-in-bulk" tabindex="-1">Retry failed runs in bulk <a class="header-anchor" href="#retry-failed-runs-in-bulk" aria-label="Permalink to &quot;Retry failed runs in bulk&quot;">​</a></h1><p>A provider was unreachable or refused for a while, and many orders have failed steps. In the console, the page <em>Issues</em> does these steps, and so does <em>Retry failed steps</em> for <a href="/docs/site/how-to/work-on-many-orders.html">selected orders</a>.</p><ol><li><p>See what there is, and by which reason:</p><div class="language- vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang"></span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>POST /api/WorkflowRuns/Search</span></span>
<span class="line"><span>{ &quot;states&quot;: [&quot;Aborted&quot;], &quot;steps&quot;: [&quot;CapturePayments&quot;], &quot;reasonClasses&quot;: [&quot;Refused&quot;] }</span></span></code></pre></div><p><code>totalHits</code> and <code>facets</code> count them; <code>reason</code> of a row says what the provider said.</p></li><li><p>Remove the cause. A retry is another request: without that it is refused again.</p></li><li><p>Retry them all with the same filter:</p><div class="language- vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang"></span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>POST /api/WorkflowRuns/Retry</span></span>
<span class="line"><span>{ &quot;filter&quot;: { &quot;states&quot;: [&quot;Aborted&quot;], &quot;steps&quot;: [&quot;CapturePayments&quot;], &quot;reasonClasses&quot;: [&quot;Refused&quot;] },</span></span>
<span class="line"><span>  &quot;note&quot;: &quot;The bank has raised our limit.&quot; }</span></span></code></pre></div><p>Or name some of them: <code>{ &quot;ids&quot;: [&quot;0192f0c1-…&quot;, &quot;0192f0c2-…&quot;] }</code>. <code>Resume</code> in place of <code>Retry</code> also resumes runs that were given up or wait; <code>Dismiss</code> ends the waiting of runs that someone has taken care of (<a href="/docs/site/reference/behaviour/workflow.html#bulk-work-on-runs">Bulk work on runs</a>).</p></li><li><p>The response is a <a href="/docs/site/reference/behaviour/jobs.html">job</a>. Follow it until <code>state</code> is <code>Finished</code>:</p><div class="language- vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang"></span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>GET /api/Jobs/{id}</span></span>
<span class="line"><span>{ &quot;state&quot;: &quot;Running&quot;, &quot;total&quot;: 60, &quot;done&quot;: 41, &quot;succeeded&quot;: 40, &quot;failed&quot;: 0, &quot;refused&quot;: 1, … }</span></span></code></pre></div></li><li><p>Read what needs another look:</p><div class="language- vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang"></span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>GET /api/Jobs/{id}/Results?outcome=Failed</span></span>
<span class="line"><span>GET /api/Jobs/{id}/Results?outcome=Refused</span></span></code></pre></div></li></ol><p>It works when the search of the first step finds none of them any more. The errors of the orders are <code>Solved</code> then, and <code>hasErrors</code> finds them no longer.</p><p>The failed steps of one order are retried in the console by <em>Retry</em> on its page; those of many on the page <em>Issues</em>.</p><p>To stop a job: <code>POST /api/Jobs/{id}/Cancel</code>. What is done stays done.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/how-to/retry-failed-runs-in-bulk.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const retryFailedRunsInBulk = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  retryFailedRunsInBulk as default
};
