import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"146. Deliver events to extensions as to subscribers","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0146-deliver-events-to-extensions-as-to-subscribers.md","filePath":"docs/explanation/adr/0146-deliver-events-to-extensions-as-to-subscribers.md"}');
const _sfc_main = { name: "explanation/adr/0146-deliver-events-to-extensions-as-to-subscribers.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="146-deliver-events-to-extensions-as-to-subscribers" tabindex="-1">146. Deliver events to extensions as to subscribers <a class="header-anchor" href="#146-deliver-events-to-extensions-as-to-subscribers" aria-label="Permalink to &quot;146. Deliver events to extensions as to subscribers&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-30</p><p><strong>Context.</strong> An extension wants to react to events: at least once, in order for each subject, after the commit, with time limits, attempts and a place where failures wait. The consumers of the services handle an event in the transaction of its inbox row. A handler of someone else that calls a service must not hold a transaction, nor stop the consumer for all.</p><p><strong>Decision.</strong> An extension is a subscriber beside those of webhooks. The consumer writes a delivery for it in the transaction of the inbox row; the sender hands it over with a call in place of a request. Lanes, leases, pauses, the end after a day, log, replay and metrics are those of webhooks, and people find both in one place. One durable consumer of each stream writes the deliveries of all subscribers; each subscriber has lanes of its own, so that a slow extension delays nobody.</p><p>A connector of an extension is likewise another transport below <code>callConnector</code>, not another kind of connector: one path decides about keys, retries and circuit breakers.</p><p>Considered: a durable consumer at NATS for each extension, whose dead letters stop a subject. It would be a second machinery for the same promises, with rights at NATS for names that are not known when its configuration is generated. A subject that stops permanently was the other objection: after a day the next event of a subject is handed over, as to any subscriber.</p><p><strong>Consequences.</strong> Each delivery is a row. An extension that was added gets what happens from then on. Consumers of four streams keep positions in orders-workflow. Rules: <a href="/docs/site/reference/behaviour/extensions.html#event-handlers">events</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0146-deliver-events-to-extensions-as-to-subscribers.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0146DeliverEventsToExtensionsAsToSubscribers = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0146DeliverEventsToExtensionsAsToSubscribers as default
};
