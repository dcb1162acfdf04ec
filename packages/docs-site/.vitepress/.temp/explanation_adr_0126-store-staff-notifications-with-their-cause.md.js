import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"126. Store staff notifications with their cause","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0126-store-staff-notifications-with-their-cause.md","filePath":"docs/explanation/adr/0126-store-staff-notifications-with-their-cause.md"}');
const _sfc_main = { name: "explanation/adr/0126-store-staff-notifications-with-their-cause.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="126-store-staff-notifications-with-their-cause" tabindex="-1">126. Store staff notifications with their cause <a class="header-anchor" href="#126-store-staff-notifications-with-their-cause" aria-label="Permalink to &quot;126. Store staff notifications with their cause&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-29</p><p><strong>Context.</strong> People are to be told of a mention, of an order that they got and of a step of theirs that failed. A notification must not get lost when a process dies, must not come twice when a request is repeated, and must not tell of a write that did not happen.</p><p><strong>Decision.</strong> <code>saveWrites</code>, through which every version of an order goes, derives the notifications from the version before and the version after by a pure function, and inserts them in the transaction of the write. Each has a cause, such as the id of the note, and a person has one of each cause: a unique index refuses another. Notes about customers insert theirs in the transaction of the note.</p><p>A row belongs to a name in lower case, not to a person of a table: people of <code>users.json</code> and those of a sign-in provider exist in no database. The service learns the display name of the latter from the token that the gateway signs, and keeps it for 90 days, so that they can be mentioned at all.</p><p>The console asks for the number of unread ones when the stream of order changes says that something has changed, and once a minute.</p><p>Considered: a consumer of the outbox. It would find mentions in events that carry no notes, and come later than the page that shows the note. Also considered: a stream of its own for each person. The stream of changes is there already, and all three causes but notes about customers are changes of orders.</p><p><strong>Consequences.</strong> A further cause is a branch of <code>notificationsOfVersion</code>. Rules: <a href="/docs/site/reference/behaviour/staff-notifications.html#staff-notifications">staff notifications</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0126-store-staff-notifications-with-their-cause.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0126StoreStaffNotificationsWithTheirCause = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0126StoreStaffNotificationsWithTheirCause as default
};
