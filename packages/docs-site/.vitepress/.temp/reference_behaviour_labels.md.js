import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse(`{"title":"Labels of one's own","description":"","frontmatter":{},"headers":[],"relativePath":"reference/behaviour/labels.md","filePath":"docs/reference/behaviour/labels.md"}`);
const _sfc_main = { name: "reference/behaviour/labels.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="labels-of-ones-own" tabindex="-1">Labels of one&#39;s own <a class="header-anchor" href="#labels-of-ones-own" aria-label="Permalink to &quot;Labels of one&#39;s own&quot;">​</a></h1><p>What the connector <code>packages/connectors/labels</code> makes of a <a href="/docs/site/reference/behaviour/connectors.html#shipping-protocol">booking</a>: for transport without a carrier that makes labels.</p><ul><li>Each package of the shipment gets an SSCC: extension digit 0, the GS1 company prefix, a serial number and the check digit. A shipment without packages is one. Numbers are taken by making their file, so that none comes twice, after a crash neither. A number may stay unused.</li><li><code>trackingNumber</code> and <code>bookingId</code> are the SSCC of the first package; <code>labelLink</code> has the labels of all packages.</li><li>Answers are remembered by their key in the data folder. A shipment without an address is refused.</li></ul><h2 id="labels" tabindex="-1">Labels <a class="header-anchor" href="#labels" aria-label="Permalink to &quot;Labels&quot;">​</a></h2><p>A label is 4 by 6 inches: sender, recipient, order number, shipping method, which package of how many, weight, and GS1-128 with the postal code (420) and the SSCC (00). A postal code of other characters than letters, digits and dashes has no barcode.</p><table tabindex="0"><thead><tr><th>Ending</th><th>Is</th></tr></thead><tbody><tr><td><code>.pdf</code></td><td>a page for each label. The built-in font has the characters of Latin 1; a recipient with others is refused, unless <code>LABEL_FONT</code> names a font file</td></tr><tr><td><code>.zpl</code></td><td>ZPL II for printers with 8 dots a millimetre, in UTF-8. Signs that ZPL obeys are escaped</td></tr></tbody></table><p>The address has a random part: who does not know it finds nothing. Keep it from logs as you keep addresses of customers. The files of old labels may be removed, those of the newest folder may not: numbers go on from there.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/behaviour/labels.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const labels = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  labels as default
};
