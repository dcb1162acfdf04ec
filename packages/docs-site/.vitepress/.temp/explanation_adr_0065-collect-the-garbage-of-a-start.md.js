import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"65. Collect the garbage of a start","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0065-collect-the-garbage-of-a-start.md","filePath":"docs/explanation/adr/0065-collect-the-garbage-of-a-start.md"}');
const _sfc_main = { name: "explanation/adr/0065-collect-the-garbage-of-a-start.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="65-collect-the-garbage-of-a-start" tabindex="-1">65. Collect the garbage of a start <a class="header-anchor" href="#65-collect-the-garbage-of-a-start" aria-label="Permalink to &quot;65. Collect the garbage of a start&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-27, for what was built earlier</p><p><strong>Context.</strong> A start loads some hundred modules, compiles schemas and reads the configuration. Most of what that takes is garbage when the service listens. V8 keeps it until someone allocates, and in a service that waits nobody does: small shops run four services that mostly wait, on one small machine.</p><p><strong>Decision.</strong> Each service collects once, at the end of its start (<code>collectStartGarbage</code>), with the strength that V8 has for memory that is about to run out. Node offers that only behind <code>--expose-gc</code>: the flag is set for the one call, in a context of its own, so that no other code sees <code>gc</code>.</p><p>Measured alternately on one machine, 75 seconds after the start of a new system, the four services together: 523 and 509 MiB without it, 371 and 349 MiB with it (<code>Pss</code>; as resident memory 757 and 761, and 612 and 591).</p><p>Considered: a smaller heap (<code>--max-old-space-size</code>), which would limit the service under load too.</p><p><strong>Consequences.</strong> The end of a start takes some tens of milliseconds more, before the first request. A service that was busy keeps what it then needed: nothing is collected on demand later. If Node offers such a collection without the flag, the function becomes that call.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0065-collect-the-garbage-of-a-start.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0065CollectTheGarbageOfAStart = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0065CollectTheGarbageOfAStart as default
};
