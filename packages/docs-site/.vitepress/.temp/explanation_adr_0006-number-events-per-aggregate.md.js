import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"6. Number events per aggregate and park events that arrive early","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0006-number-events-per-aggregate.md","filePath":"docs/explanation/adr/0006-number-events-per-aggregate.md"}');
const _sfc_main = { name: "explanation/adr/0006-number-events-per-aggregate.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="6-number-events-per-aggregate-and-park-events-that-arrive-early" tabindex="-1">6. Number events per aggregate and park events that arrive early <a class="header-anchor" href="#6-number-events-per-aggregate-and-park-events-that-arrive-early" aria-label="Permalink to &quot;6. Number events per aggregate and park events that arrive early&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> JetStream delivers at least once and forgets duplicates after two minutes. A retried message arrives after its successors.</p><p><strong>Decision.</strong> The write that changes an aggregate draws the numbers of its events from the aggregate&#39;s row. A consumer keeps an inbox and the last number per aggregate in the transaction of its effect. An event that comes too early is parked; when the missing one has been handled, the parked ones follow. An event that fails eight times goes to the dead-letter table, and the later events of <strong>its</strong> aggregate wait until it is replayed or dropped. Events that come together are claimed in one statement and handled in one transaction, unless one of them is not next; then each is handled separately. An event without an effect (its type is not handled, no subscription matches) only advances the number, which identifies a repetition as well as the inbox does.</p><p><strong>Consequences.</strong> One failing order does not stop others, and the events of an order are handled in sequence. A dead letter needs an operator, so there is a metric and an alert. A consumer must read all types of a stream, because the numbers run across types.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0006-number-events-per-aggregate.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0006NumberEventsPerAggregate = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0006NumberEventsPerAggregate as default
};
