/** As an extension that was made for a later version of the interface. */
export const extension = { name: 'tomorrow', interfaceVersion: '2.0.0', steps: [] }
