import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"168. Keep the pick page on the device","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0168-keep-the-pick-page-on-the-device.md","filePath":"docs/explanation/adr/0168-keep-the-pick-page-on-the-device.md"}');
const _sfc_main = { name: "explanation/adr/0168-keep-the-pick-page-on-the-device.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="168-keep-the-pick-page-on-the-device" tabindex="-1">168. Keep the pick page on the device <a class="header-anchor" href="#168-keep-the-pick-page-on-the-device" aria-label="Permalink to &quot;168. Keep the pick page on the device&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-30</p><p><strong>Context.</strong> Warehouses have corners without a network. Picking went on there as long as the page was open, and what was picked was sent once. But phones drop pages that are in the background, and a page that was loaded again without a connection was the browser&#39;s own error.</p><p><strong>Decision.</strong> Whoever opens <em>Pick</em> gets a service worker. It keeps the page of the console and the files that it has loaded, each under the name that has its hash; another page drops the files of the former one. Navigations ask the network first, so nobody works with an old console while there is a connection. The worker answers nothing of the API. The device keeps, beside the tasks, who works on it and the queue as it was last known, for at most 12 hours and until they sign out or the session ends. A session without a connection cannot write: the proof for writes is asked for with the first write that gets through, and the gateway checks rights as ever.</p><p>The worker is a file as others, below <code>/console/files</code>; these have <code>Service-Worker-Allowed</code> for <code>/console</code>. Its Trusted Types policy gives out its address alone.</p><p>Considered:</p><ul><li><em>Workbox, or a plug-in of Vite.</em> They precache a list of the build. What one page needs is known when it has been loaded; the worker is 60 lines without a dependency.</li><li><em>All pages for everybody.</em> People at desks seldom lose the network, and would keep customers on their machines for nothing. Pages that were not loaded say so in the words of the console.</li><li><em>Answers of the API in the worker.</em> The queue is asked for by POST, and a cache of orders of every page would be personal data on every device.</li><li><em>Background Sync.</em> Safari has none; the page sends when it is open, and says what waits.</li></ul><p><strong>Consequences.</strong> On a shared phone names of customers stay until whoever picked signs out. A browser without service workers, or a gateway by plain HTTP at a name other than localhost, picks as before.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0168-keep-the-pick-page-on-the-device.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0168KeepThePickPageOnTheDevice = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0168KeepThePickPageOnTheDevice as default
};
