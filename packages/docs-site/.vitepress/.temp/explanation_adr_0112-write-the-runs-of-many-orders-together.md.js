import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"112. Write the runs of many orders together","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0112-write-the-runs-of-many-orders-together.md","filePath":"docs/explanation/adr/0112-write-the-runs-of-many-orders-together.md"}');
const _sfc_main = { name: "explanation/adr/0112-write-the-runs-of-many-orders-together.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="112-write-the-runs-of-many-orders-together" tabindex="-1">112. Write the runs of many orders together <a class="header-anchor" href="#112-write-the-runs-of-many-orders-together" aria-label="Permalink to &quot;112. Write the runs of many orders together&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-29</p><p><strong>Context.</strong> <code>AddMany</code> wrote its orders in one transaction and left their runs to the background, which carried out four at a time. Each run was locked, loaded and saved separately, so an order got two versions and cost more than one that was posted alone.</p><p><strong>Decision.</strong> A batch of up to 100 orders takes the first steps with its write, by the same function as a single creation (<code>withFirstSteps</code>). The stock of all is locked in one statement, the catalogue data that the request has read is not read again, and no run remains if no step reaches outside. If an error that is not the error of a row is thrown, the batch is written without steps.</p><p>Runs left to the background join the groups of writes (<a href="/docs/site/explanation/adr/0110-write-orders-by-one-list-of-rules.html">ADR 110</a>). The progress of a run is part of a change (<code>progress</code>), saved for all orders of a group in one statement. A run that another process has taken over leaves the group like any refused write. Locks and contents of the orders are one statement, which does not read content that the process has. Gathered statements open calls and renew leases (<code>gatheredOn</code>). A group only contains what runs concurrently, so a process carries out <code>WORKFLOW_RUNS</code> runs at a time.</p><p>An order that someone is writing is skipped when calls are opened together: its run looks at it again, as it would after the change. Waiting for it would hold up the calls of all others.</p><p>Considered: <em>the first steps of any batch with its write</em>. A thousand orders would lock the stock rows that they need for seconds. <em>No limit, and groups in the background only</em>: an order would still have two versions, and two sets of events.</p><p><strong>Consequences.</strong> A batch with workflows saves a version, a position in every index and a set of events per order. <code>UpdateMany</code> leaves its steps to the background: only under their locks is it known whether its rows are new, and their stock could not be locked in one order.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0112-write-the-runs-of-many-orders-together.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0112WriteTheRunsOfManyOrdersTogether = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0112WriteTheRunsOfManyOrdersTogether as default
};
