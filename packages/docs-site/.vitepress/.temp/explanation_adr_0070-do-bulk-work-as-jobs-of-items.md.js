import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"70. Do bulk work as jobs of items","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0070-do-bulk-work-as-jobs-of-items.md","filePath":"docs/explanation/adr/0070-do-bulk-work-as-jobs-of-items.md"}');
const _sfc_main = { name: "explanation/adr/0070-do-bulk-work-as-jobs-of-items.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="70-do-bulk-work-as-jobs-of-items" tabindex="-1">70. Do bulk work as jobs of items <a class="header-anchor" href="#70-do-bulk-work-as-jobs-of-items" aria-label="Permalink to &quot;70. Do bulk work as jobs of items&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> After an outage someone retries hundreds of runs. A request that did so would last minutes, would be cut off by a time-out or a restart in its middle, and nobody would know for which runs. Other bulk work will come: statuses, tags, imports.</p><p><strong>Decision.</strong> A job is a row with one row for each of its items, written when it is made. Processes claim items, not jobs, and hand each to the handler of its kind, which is the function that the call for a single thing uses. A module <code>jobs</code> knows items, claims, progress and results; the module of a subject says which items there are and what is done with one.</p><ul><li><em>A filter becomes ids when the job is made.</em> What &quot;1,000 matching&quot; meant can be read afterwards, the progress has an end, and a run that fails because of the job is not in it again.</li><li><em>Items are claimed with a lease and a number of the attempt</em>, <code>for update skip locked</code>, as other work here is. Several processes share a job without a leader, and none has to notice a death.</li><li><em>The handler notes in the transaction of its effect that the item has it.</em> A process that takes the item over then only looks what became of it: a retry of a retry would be another request.</li><li><em>Items are taken by their position, whatever their job.</em> A job of ten does not wait for one of ten thousand.</li><li><em>The throttle is a share, not a rate</em>: two items at a time, and a rest as long as the work. It needs no setting for slow and fast providers, and gives way when requests fill the background.</li></ul><p><strong>Considered.</strong> <em>A queue library</em> (pg-boss, Graphile Worker) brings tables, a schema and a poller of its own, and neither progress nor results for each item; claims, leases and wake-ups are here already. <em>Events on NATS</em> would need the same rows for progress. <em>One task per job</em> would be lost with its process.</p><p><strong>Consequences.</strong> Ten thousand rows for a large job, removed with it after <code>jobs.retentionDays</code>. Items of one job are done in no promised order. A kind that a process does not know, during an upgrade, is left to the others.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0070-do-bulk-work-as-jobs-of-items.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0070DoBulkWorkAsJobsOfItems = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0070DoBulkWorkAsJobsOfItems as default
};
