/** What the picture of an order's workflow says, in English. */
export const workflowPictureEn = {
  loading: 'Loading the workflow',
  label: 'The way of the order through its statuses. The lists below say the same.',
  now: 'Now',
  again: '{time} ({count} times)',
  outcomes:
    '{done, plural, =0 {no step done} one {1 step done} other {# steps done}}{failed, plural, =0 {} other {, # failed}}{open, plural, =0 {} other {, # under way}}',
  way: 'The way so far',
  next: 'Can go to next',
  refused: 'Not possible now',
  details: 'Status {status}',
  noRuns: 'No workflow run of this status is stored.',
  noSteps: 'No step ran.',
  run: 'Run of {time}',
  shipmentRun: 'Run of {time} for shipment {shipment}',
  waits: '{reason} Tried again at {time}.',
  took: '{ms} ms',
  attempt: 'attempt {attempt}',
  underWay: 'under way',
  noPreview: 'The order may enter this status. Only people who may change orders see what would happen.',
}
