import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"17. Assign positions in the change feed after the commit","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0017-assign-change-positions-after-the-commit.md","filePath":"docs/explanation/adr/0017-assign-change-positions-after-the-commit.md"}');
const _sfc_main = { name: "explanation/adr/0017-assign-change-positions-after-the-commit.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="17-assign-positions-in-the-change-feed-after-the-commit" tabindex="-1">17. Assign positions in the change feed after the commit <a class="header-anchor" href="#17-assign-positions-in-the-change-feed-after-the-commit" aria-label="Permalink to &quot;17. Assign positions in the change feed after the commit&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> Integrators follow <code>GET /api/Orders/Changes</code> by a cursor. Numbers that are drawn inside a transaction become visible out of order: a client that has seen 7 never sees a 6 that commits later. Transaction ids begin again when the database is restored into another cluster.</p><p><strong>Decision.</strong> A write leaves its change in <code>order_change_pending</code> in its own statement. A read of the feed, or a background job, moves the committed rows to <code>order_change</code> under an advisory lock and gives them the next positions. Only positions are handed out as cursors.</p><p><strong>Consequences.</strong> A change with a position is committed, and a later commit gets a later position, whatever transactions are open. A long transaction holds back only its own changes. A change is written twice. Concurrent reads of the feed wait while positions are assigned. This takes milliseconds, because only the newest changes have none.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0017-assign-change-positions-after-the-commit.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0017AssignChangePositionsAfterTheCommit = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0017AssignChangePositionsAfterTheCommit as default
};
