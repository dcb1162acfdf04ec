import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Bring","description":"","frontmatter":{},"headers":[],"relativePath":"reference/behaviour/bring.md","filePath":"docs/reference/behaviour/bring.md"}');
const _sfc_main = { name: "reference/behaviour/bring.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="bring" tabindex="-1">Bring <a class="header-anchor" href="#bring" aria-label="Permalink to &quot;Bring&quot;">​</a></h1><p>What the connector <code>packages/connectors/bring</code> makes of a <a href="/docs/site/reference/behaviour/connectors.html#shipping-protocol">booking</a>, by Bring&#39;s Booking API.</p><table tabindex="0"><thead><tr><th>Field</th><th>Is</th></tr></thead><tbody><tr><td>service</td><td><code>shippingMethodProductId</code> of the shipment, such as <code>5800</code>; <code>BRING_PRODUCT</code> where it names none</td></tr><tr><td>pick-up point</td><td><code>servicePointId</code></td></tr><tr><td>packages</td><td>those of the shipment; without any, one of 0.1 kg, and none is lighter</td></tr><tr><td>reference of the sender</td><td>the number of the order</td></tr><tr><td>shipping time</td><td>an hour from now, in the time of Norway</td></tr></tbody></table><p><code>trackingNumber</code> and <code>bookingId</code> are the consignment number; <code>labelLink</code> and <code>trackingLink</code> are those of Bring. Errors of Bring (400) are refusals, with its code. Every other status but 2xx says nothing about the request.</p><p>Bring knows no idempotency keys. Final answers are remembered in a folder; a booking whose answer was lost between Bring and the connector is made again, and the first one has a label that nobody has.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/behaviour/bring.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const bring = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  bring as default
};
