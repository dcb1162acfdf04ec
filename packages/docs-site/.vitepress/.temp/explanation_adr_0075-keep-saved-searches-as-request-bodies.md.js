import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"75. Keep saved searches as request bodies","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0075-keep-saved-searches-as-request-bodies.md","filePath":"docs/explanation/adr/0075-keep-saved-searches-as-request-bodies.md"}');
const _sfc_main = { name: "explanation/adr/0075-keep-saved-searches-as-request-bodies.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="75-keep-saved-searches-as-request-bodies" tabindex="-1">75. Keep saved searches as request bodies <a class="header-anchor" href="#75-keep-saved-searches-as-request-bodies" aria-label="Permalink to &quot;75. Keep saved searches as request bodies&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> Queues of pickers and service are searches that are run all day. They could be a language of their own, results that are kept up to date, or searches that are stored. Callers differ in their stores, and queues in whether everybody sees them.</p><p><strong>Decision.</strong> A saved search is the body of an order search under a name.</p><ul><li><em>The body, not another language.</em> It is read and checked by the contract and the code of the search, so that the two cannot drift apart, and every new filter is available immediately. Only dates need more: <code>relativeDates</code> is beside the body, as the body would no longer be one that the search takes.</li><li><em>Run for its caller.</em> Store scope is that of who runs it. A shared search of an administrator gives nobody more than a search of his own would.</li><li><em>Owned by client and subject.</em> A client that acts for many people has a token for each; one without subject is its own subject. The subject alone could be the same in two clients. The row has a hash of both: they are compared, never shown.</li><li><em>Shared ones are the tenant&#39;s.</em> Who is limited to stores does not write them, as anything else that belongs to no store (<a href="/docs/site/reference/behaviour/security.html#store-scope">security</a>).</li><li><em>Counted when asked</em>, not kept: a count per queue and store scope would be one more thing that each write of an order changes. Where the counts of combinations cover the filter they are summed, else counting stops at the limit of exact totals, and all counts together have a budget of time.</li></ul><p><strong>Consequences.</strong> A stored body is not checked by the contract again: a version that removes a filter must migrate the rows that have it. Statuses that the configuration loses stay in searches and find nothing, as in any search. A search for a customer&#39;s e-mail address holds that address until someone deletes it.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0075-keep-saved-searches-as-request-bodies.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0075KeepSavedSearchesAsRequestBodies = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0075KeepSavedSearchesAsRequestBodies as default
};
