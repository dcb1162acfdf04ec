import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"12. Limit rates with token buckets","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0012-limit-rates-with-token-buckets.md","filePath":"docs/explanation/adr/0012-limit-rates-with-token-buckets.md"}');
const _sfc_main = { name: "explanation/adr/0012-limit-rates-with-token-buckets.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="12-limit-rates-with-token-buckets" tabindex="-1">12. Limit rates with token buckets <a class="header-anchor" href="#12-limit-rates-with-token-buckets" aria-label="Permalink to &quot;12. Limit rates with token buckets&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> The limit is a bucket of 12,000 requests refilled by 1,000 per 10 seconds. <code>@fastify/rate-limit</code> counts fixed windows only.</p><p><strong>Decision.</strong> A pure token bucket with the time as an argument, kept in memory, or in Redis by the same algorithm as a Lua script when <code>REDIS_URL</code> is set. Without a reachable Redis each gateway counts separately: a limit must not become an outage. Headers are <code>RateLimit-Limit</code>, <code>RateLimit-Remaining</code> and <code>RateLimit-Reset</code> of the tightest bucket. Calls without a token are counted by address, IPv6 by /64.</p><p><strong>Consequences.</strong> Concurrent requests are counted per process; with several gateways the limit of 40 applies to each.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0012-limit-rates-with-token-buckets.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0012LimitRatesWithTokenBuckets = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0012LimitRatesWithTokenBuckets as default
};
