import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"137. Show in the console what a person is permitted","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0137-show-what-a-person-is-permitted.md","filePath":"docs/explanation/adr/0137-show-what-a-person-is-permitted.md"}');
const _sfc_main = { name: "explanation/adr/0137-show-what-a-person-is-permitted.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="137-show-in-the-console-what-a-person-is-permitted" tabindex="-1">137. Show in the console what a person is permitted <a class="header-anchor" href="#137-show-in-the-console-what-a-person-is-permitted" aria-label="Permalink to &quot;137. Show in the console what a person is permitted&quot;">​</a></h1><p>Since roles may be named sets of permissions, a button that is there for every <code>OrderAdmin</code> ends for some of them in 403. The session says what the person may do: roles, permissions, refund limits, stores.</p><p><code>packages/console/src/session/rights.ts</code> has one table: what the console offers, and what each of it needs. Buttons, menus, pages and fields ask <code>useMay()</code> by the name of what they offer, and nothing else asks for roles or permissions. The services judge as before, by what an order says before and after a request; the table is for the eye.</p><p>So a few things are offered that a service may refuse: whether a status change pays back beyond a limit is known only with the order. And one is hidden that a service would allow: <em>Refund</em> of a return whose money someone else has promised already. Who works at the returns desk completes it there.</p><p>Chosen against:</p><ul><li>a list of permitted operations from the gateway for each session, by the contracts: it would say which route may be called, not what a form may do there, such as to lower a price;</li><li>the check by dry run before a button is shown: a call for each button, at each change of the order.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0137-show-what-a-person-is-permitted.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0137ShowWhatAPersonIsPermitted = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0137ShowWhatAPersonIsPermitted as default
};
