import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"149. Run reports over the API, as a user of their own","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0149-run-reports-over-the-api-as-a-user-of-their-own.md","filePath":"docs/explanation/adr/0149-run-reports-over-the-api-as-a-user-of-their-own.md"}');
const _sfc_main = { name: "explanation/adr/0149-run-reports-over-the-api-as-a-user-of-their-own.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="149-run-reports-over-the-api-as-a-user-of-their-own" tabindex="-1">149. Run reports over the API, as a user of their own <a class="header-anchor" href="#149-run-reports-over-the-api-as-a-user-of-their-own" aria-label="Permalink to &quot;149. Run reports over the API, as a user of their own&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-30</p><p><strong>Context.</strong> A report is run from the command line, from the console and by programs; its SQL may come from outside of this project one day. It must neither write, nor read what is not in the <a href="/docs/site/explanation/adr/0148-let-reports-read-views-without-personal-data.html">views</a>, nor show a person of one store another&#39;s figures, nor take the database from the shop.</p><p><strong>Decision.</strong> A report is SQL in the service that has its data, run there by the user <code>&lt;database&gt;_reporting</code> on a pool of three connections: in a read-only transaction of one snapshot, at most five minutes for a statement, by a cursor, so that a million rows take the memory of a thousand. The command line asks the API too, and makes Parquet from NDJSON, a group of rows at a time: what may be seen is decided in one place, and no command needs an address of a database. SQL has named values (<code>:from</code>, <code>:stores</code>); a report that does not ask for stores is refused to callers who are limited to some.</p><p>The user logs in itself. <code>SET ROLE</code> from the service&#39;s user would need no further password, but <code>set_config(&#39;role&#39;, …)</code> in a SELECT leads back to it.</p><p>Reports of the ledger are at <code>/api/Accounting/Reports</code>: no service calls another, and the gateway merges nothing.</p><p>Considered: a client of the database in the command line. It would be the second way to run a report, without rights, audit log and store scope.</p><p><strong>Consequences.</strong> Without <code>REPORTING_DATABASE_URL</code> there are no reports, and all else works. A fourth report at a time waits for a connection and is 503 after five seconds. A response that nobody reads for a minute breaks off.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0149-run-reports-over-the-api-as-a-user-of-their-own.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0149RunReportsOverTheApiAsAUserOfTheirOwn = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0149RunReportsOverTheApiAsAUserOfTheirOwn as default
};
