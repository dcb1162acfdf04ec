/**
 * Part of making a release: makes the interface as it is the one that later versions are compared
 * with.
 */
import { keepAsReleased } from './docs/compatibility/released-interface.ts'
import { wholeOpenApiDocument } from './docs/interface-documents.ts'

keepAsReleased(wholeOpenApiDocument())
console.log('The interface is kept. Empty the list in tools/docs/compatibility/breaking-changes.ts, and commit both.')
