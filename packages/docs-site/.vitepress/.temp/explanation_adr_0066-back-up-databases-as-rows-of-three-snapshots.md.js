import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"66. Back up databases as rows of three snapshots","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0066-back-up-databases-as-rows-of-three-snapshots.md","filePath":"docs/explanation/adr/0066-back-up-databases-as-rows-of-three-snapshots.md"}');
const _sfc_main = { name: "explanation/adr/0066-back-up-databases-as-rows-of-three-snapshots.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="66-back-up-databases-as-rows-of-three-snapshots" tabindex="-1">66. Back up databases as rows of three snapshots <a class="header-anchor" href="#66-back-up-databases-as-rows-of-three-snapshots" aria-label="Permalink to &quot;66. Back up databases as rows of three snapshots&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> The embedded PostgreSQL ships <code>initdb</code>, <code>pg_ctl</code> and <code>postgres</code>, but neither <code>pg_dump</code> nor <code>pg_basebackup</code>. A user of <code>npm start</code> shall back up and restore without installing anything, while the system runs, also to another machine.</p><p><strong>Decision.</strong> <code>npx oms backup</code> copies the rows of every table with COPY, each database in a snapshot of its own, and notes the migrations that made the tables. <code>npx oms restore</code> makes the tables by these migrations, fills them, and applies later ones.</p><ul><li><em>Rows instead of files of the server.</em> A base backup can be made with <code>pg_backup_start</code> and a copy of the folder, and would be one instant of all databases. But it fits only the same major version, architecture and operating system, brings passwords and roles of its origin along, and leaves the WAL to us. Rows fit any later version of the product and of PostgreSQL.</li><li><em>The order of the snapshots.</em> Whoever consumes events before whoever publishes them right after. What the consumer has not handled is in the outbox or the published events of the publisher; the inbox recognises what it has. The other order could keep an effect whose cause is lost. A pause of writes would give one instant, at the price of requests that wait.</li><li><em>NATS is not in it.</em> Restoring puts the published events back into the outbox, which is how a lost stream is repaired anyway.</li><li><em><code>pg-copy-streams</code></em> speaks COPY over the connections of <code>pg</code> and streams, so that a table may be larger than memory; <code>pg</code> itself has no call for it.</li></ul><p><strong>Consequences.</strong> Consumers must not be further behind than <code>OUTBOX_KEPT_HOURS</code> when a backup is made. Events of others on <code>erp.&gt;</code> that were not handled yet are not in it. A snapshot is held while rows are copied, which keeps vacuum from removing old rows meanwhile. Large installations use the tools of PostgreSQL.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0066-back-up-databases-as-rows-of-three-snapshots.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0066BackUpDatabasesAsRowsOfThreeSnapshots = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0066BackUpDatabasesAsRowsOfThreeSnapshots as default
};
