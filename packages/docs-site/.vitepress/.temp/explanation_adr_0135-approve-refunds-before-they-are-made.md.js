import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"135. Approve refunds before they are made","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0135-approve-refunds-before-they-are-made.md","filePath":"docs/explanation/adr/0135-approve-refunds-before-they-are-made.md"}');
const _sfc_main = { name: "explanation/adr/0135-approve-refunds-before-they-are-made.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="135-approve-refunds-before-they-are-made" tabindex="-1">135. Approve refunds before they are made <a class="header-anchor" href="#135-approve-refunds-before-they-are-made" aria-label="Permalink to &quot;135. Approve refunds before they are made&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-29</p><p><strong>Context.</strong> Above a limit nobody shall pay back alone. Twenty routes can: refunds, returns, cancellations, credits that are entered, edits of lines, jobs over many orders. Each has a body, a dry run, an <code>If-Match</code> and a response of its own.</p><p><strong>Decision.</strong> A refund above the limit is refused where all writes of orders are judged, beside the limits of roles, and its author asks for an approval: a row with order, author, amount and currency. Someone else approves it, and the author sends the same request again. The approval is used by that write, in its transaction, under the lock of the order.</p><p>So there is one rule for all ways, and the refund is carried out as it always was: by its author, on the order as it is by then, with all checks of that moment. A process that ends between two lines leaves the approval unused or the refund made, never both or neither. An approval is for an order and not for a request, since the amount is what the second person decides.</p><p>The limit is for what is paid back of an order in all. Parts of it, each below the limit, are no way around it.</p><p>Considered: to keep the refused request and carry it out when it is approved. It would be a second way to call each route, with a body of yesterday for an order of today, by someone who is not there to see what came of it. Also considered: to write the row when the refund is refused. A refusal that leaves something behind is a surprise: programs send again, and dry runs ask.</p><p><strong>Consequences.</strong> A refund takes three requests. The author must still have the right when it is made. A person who also has the secret of a client is two for the system, as everywhere.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0135-approve-refunds-before-they-are-made.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0135ApproveRefundsBeforeTheyAreMade = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0135ApproveRefundsBeforeTheyAreMade as default
};
