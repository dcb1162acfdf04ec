import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"152. Hand test databases on with their connections","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0152-hand-test-databases-on-with-their-connections.md","filePath":"docs/explanation/adr/0152-hand-test-databases-on-with-their-connections.md"}');
const _sfc_main = { name: "explanation/adr/0152-hand-test-databases-on-with-their-connections.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="152-hand-test-databases-on-with-their-connections" tabindex="-1">152. Hand test databases on with their connections <a class="header-anchor" href="#152-hand-test-databases-on-with-their-connections" aria-label="Permalink to &quot;152. Hand test databases on with their connections&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-30; adds to <a href="/docs/site/explanation/adr/0048-tests-run-per-package-many-files-in-a-process.html">48</a></p><p><strong>Context.</strong> PostgreSQL took a third of the processor time of <code>npm test</code>. Tests got an emptied database by three new connections, and opened two or more themselves: 424 for 96 test files of orders-workflow. A connection is a process that reads the catalog and plans every statement for the first time; the statements themselves are cheap. In Node a tenth of the time was garbage collection, because everything that a request makes is new.</p><p><strong>Decision.</strong></p><ul><li><code>testDatabase</code> hands a database on to the next test of the process together with its open connections: emptied, with their settings reset and their prepared statements kept. The test itself gets a use of them that ends with it, so that what it leaves running fails. A test that asks for the address of its database (<code>url</code>), or leaves a connection in use, passes it on closed and under another name, where nothing of it is connected.</li><li>A process of tests has 64 MiB for new objects, and runs up to 192 files, so that two processes load orders-workflow instead of four.</li><li>At a rule that many routes share, one route is asked for every case, and the others for those that their own code decides.</li></ul><p>Considered: a <code>Client</code> for pg&#39;s pool that takes a connection from a cache. The listeners of the pool before stay on it, and every client has to be watched. DISCARD ALL drops the prepared statements, of which the driver still believes that they are there.</p><p><strong>Consequences.</strong> The 96 files open 123 connections, and PostgreSQL works 9.4 s for them instead of 13.3 s; Node&#39;s user time is 24.4 s instead of 27.6 s. A test cannot count on a connection being new: whoever sends two requests at a time finds both under way, where before the second one was still connecting. Two tests had relied on that order. <code>pg_prepared_statements</code> has those of earlier tests.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0152-hand-test-databases-on-with-their-connections.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0152HandTestDatabasesOnWithTheirConnections = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0152HandTestDatabasesOnWithTheirConnections as default
};
