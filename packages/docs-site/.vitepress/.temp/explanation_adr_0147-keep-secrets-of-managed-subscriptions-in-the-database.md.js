import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"147. Keep secrets of managed subscriptions in the database","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0147-keep-secrets-of-managed-subscriptions-in-the-database.md","filePath":"docs/explanation/adr/0147-keep-secrets-of-managed-subscriptions-in-the-database.md"}');
const _sfc_main = { name: "explanation/adr/0147-keep-secrets-of-managed-subscriptions-in-the-database.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="147-keep-secrets-of-managed-subscriptions-in-the-database" tabindex="-1">147. Keep secrets of managed subscriptions in the database <a class="header-anchor" href="#147-keep-secrets-of-managed-subscriptions-in-the-database" aria-label="Permalink to &quot;147. Keep secrets of managed subscriptions in the database&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-30</p><p><strong>Context.</strong> Secrets of subscriptions in <code>connectors.json</code> are variables of the environment. One that a person makes in the console has to be known to every sending process within moments, and cannot be a variable. It signs by HMAC, so that a hash of it is of no use.</p><p><strong>Decision.</strong> The secret is a column of its own, which one statement of senders and the lock of a write read, and no response but that of its creation has. It proves to a receiver who has sent; it opens nothing in the system. Whoever reads the table could forge events to that receiver, and has read all orders then.</p><p>Managed subscriptions reach global addresses only, and hosts that <code>privateWebhookHosts</code> lists: who may use the console must not be able to make the server call what is behind its firewall.</p><p>Considered: encryption with a key of the environment. Every installation would need the key before the first subscription, and each backup without it would be a restore with receivers that refuse. Deriving secrets from such a key has the same price.</p><p><strong>Consequences.</strong> A backup of the database has these secrets: keep it as you keep orders. Who wants them outside of it keeps the subscription in the configuration. Rules: <a href="/docs/site/reference/behaviour/webhooks.html#managed-subscriptions">managed subscriptions</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0147-keep-secrets-of-managed-subscriptions-in-the-database.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0147KeepSecretsOfManagedSubscriptionsInTheDatabase = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0147KeepSecretsOfManagedSubscriptionsInTheDatabase as default
};
