export const extension = { name: 'nothing' }
