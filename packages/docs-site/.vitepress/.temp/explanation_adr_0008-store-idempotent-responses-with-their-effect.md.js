import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"8. Store idempotent responses with their effect","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0008-store-idempotent-responses-with-their-effect.md","filePath":"docs/explanation/adr/0008-store-idempotent-responses-with-their-effect.md"}');
const _sfc_main = { name: "explanation/adr/0008-store-idempotent-responses-with-their-effect.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="8-store-idempotent-responses-with-their-effect" tabindex="-1">8. Store idempotent responses with their effect <a class="header-anchor" href="#8-store-idempotent-responses-with-their-effect" aria-label="Permalink to &quot;8. Store idempotent responses with their effect&quot;">​</a></h1><p><strong>Status</strong>: accepted; who claims a key, and when, is replaced by <a href="/docs/site/explanation/adr/0116-claim-a-key-in-the-transaction-of-its-effect.html">ADR 116</a></p><p><strong>Context.</strong> A client that lost a response repeats the request. If effect and stored response are two commits, a crash between them makes the repetition a second effect.</p><p><strong>Decision.</strong> A key is claimed by a separate statement, so that a concurrent caller learns immediately that the first request is under way. Then one transaction writes the effect and the response, guarded by the claim&#39;s token. A claim older than 60 seconds may be taken over; the former holder&#39;s commit fails. The 60 seconds are for processes that died: one that lives on releases the claim when the request ends, and tries again until the database is back; an interim result is replayed from then on. Workflow calls, which must commit several times, store the response with the last commit; each of their steps has its own key.</p><p>The claim notes the stores that the token is limited to. They are not part of the key&#39;s identity, because the same request would run again when they change; a repetition whose token does not cover all of them gets 403. Roles are checked before the key is looked at.</p><p><strong>Consequences.</strong> Commands take <code>inTransaction</code> from their dependencies and never know whether a key was sent. Only successful responses are kept.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0008-store-idempotent-responses-with-their-effect.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0008StoreIdempotentResponsesWithTheirEffect = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0008StoreIdempotentResponsesWithTheirEffect as default
};
