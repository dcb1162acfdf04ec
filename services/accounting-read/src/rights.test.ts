import { checkRights } from '@open-oms/service-kit/testing/rights-suite'
import t from 'tap'

await checkRights(t, 'accounting-read')
