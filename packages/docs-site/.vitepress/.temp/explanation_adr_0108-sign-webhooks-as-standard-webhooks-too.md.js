import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"108. Sign webhooks as Standard Webhooks too","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0108-sign-webhooks-as-standard-webhooks-too.md","filePath":"docs/explanation/adr/0108-sign-webhooks-as-standard-webhooks-too.md"}');
const _sfc_main = { name: "explanation/adr/0108-sign-webhooks-as-standard-webhooks-too.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="108-sign-webhooks-as-standard-webhooks-too" tabindex="-1">108. Sign webhooks as Standard Webhooks too <a class="header-anchor" href="#108-sign-webhooks-as-standard-webhooks-too" aria-label="Permalink to &quot;108. Sign webhooks as Standard Webhooks too&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> <code>X-Signature</code> is our own form. Every receiver that does not use our client writes its own verifier, and gets details wrong, such as the comparison or the age. A secret had to be replaced at both ends at the same moment; requests in between were refused.</p><p><strong>Decision.</strong> Signed requests carry the headers of Standard Webhooks beside ours, computed in one place for subscriptions and connectors. While <code>previousSecretVariable</code> is set, both forms have a signature of each secret, the new one first. A few lines of our own write the headers, because the libraries sign with one secret only. Tests verify them with <strong>standardwebhooks</strong>, the library of the standard, so a misreading of ours cannot pass. A secret <code>whsec_…</code> is decoded as the standard says. Other secrets are used as their bytes, since receivers have them already. The id of a connector request is the idempotency key. If the key contains a full stop, which separates the signed parts, it is hashed.</p><p><strong>Alternatives.</strong> Standard headers only: receivers that already check <code>X-Signature</code> would have to change. A list of secrets per subscription: nobody needs three at once, and an old one would stay in use.</p><p><strong>Consequences.</strong> Receivers must accept any signature that matches. A receiver written for exactly one <code>v1</code> refuses requests during a rotation; the documentation says so before the first release.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0108-sign-webhooks-as-standard-webhooks-too.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0108SignWebhooksAsStandardWebhooksToo = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0108SignWebhooksAsStandardWebhooksToo as default
};
