import { checkRights } from '@oms/service-kit/testing/rights-suite'
import t from 'tap'

await checkRights(t, 'accounting-read')
