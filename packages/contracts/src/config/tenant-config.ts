import {
  apiClientsFile,
  findApiClientProblems,
  findApiClientRoleProblems,
  findApiClientStoreProblems,
  findClientHashWarnings,
} from './access/api-clients.ts'
import { credentialsFile, findCredentialProblems, findCredentialWarnings, withPasswordHashes } from './access/credentials.ts'
import { findRoleProblems, rolesFile } from './access/roles.ts'
import {
  findSignInProblems,
  findSignInRoleProblems,
  findSignInStoreProblems,
  findSignInWarnings,
  signInFile,
} from './access/sign-in.ts'
import {
  findUserClientProblems,
  findUserProblems,
  findUserRoleProblems,
  findUserStoreProblems,
  findUserWarnings,
  findWeakHashWarnings,
  usersFile,
} from './access/users.ts'
import { chartOfAccountsFile, findChartProblems, findChartStoreProblems, findChartTaxGroupProblems } from './chart-of-accounts.ts'
import {
  findOrderNumberProblems,
  findOrderTypeProblems,
  findStepConnectorProblems,
  findStepMarketProblems,
  findStepStoreProblems,
} from './checks/order-type-problems.ts'
import { findAccountingSettingProblems, findDocumentIssuerProblems } from './checks/setting-problems.ts'
import {
  findClientWarnings,
  findMarketWarnings,
  findSequenceWarnings,
  findStatusWarnings,
  findStepWarnings,
} from './checks/unused-config.ts'
import { findConnectorWarnings } from './checks/unused-connectors.ts'
import type { ConfigCheck, ConfigFileContract, ConfigProblem } from './config-file.ts'
import { connectorsFile, findConnectorProblems, findPaymentConnectorProblems, findSubscriptionProblems } from './connectors.ts'
import {
  consolePlacesFile,
  findButtonConnectorProblems,
  findButtonStatusProblems,
  findConsolePlaceProblems,
} from './console-places.ts'
import { customFieldsFile, findCustomFieldProblems, findFieldWriterProblems } from './custom-fields.ts'
import { extensionsFile, findExtensionSourceProblems } from './extensions.ts'
import {
  findHoldRuleMarketProblems,
  findHoldRuleMethodProblems,
  findHoldRuleProblems,
  findHoldRuleStoreProblems,
  findHoldRuleTypeProblems,
} from './hold-rules.ts'
import { findMarketProblems, marketsFile } from './markets.ts'
import { findNumberSequenceProblems, findSequenceStoreProblems, numberSequencesFile } from './number-sequences.ts'
import { findOrderHandlingProblems, orderHandlingFile } from './order-handling.ts'
import { orderTypesFile } from './order-types.ts'
import { findPaymentMethodMarketProblems, findPaymentMethodProblems, paymentMethodsFile } from './payment-methods.ts'
import { settingsFile } from './settings.ts'
import { findStoreMarketProblems, findStoreProblems, storesFile } from './stores.ts'
import { findTaxGroupProblems, taxGroupsFile } from './tax-groups.ts'
import { templatesFolder } from './templates.ts'
import {
  findValidationHookMethodProblems,
  findValidationHookStoreProblems,
  findValidationHookTypeProblems,
} from './validation-hooks.ts'

/**
 * The files and folders of the tenant configuration by the name their content has in the program
 * (configuration.md#configuration-files).
 */
export const tenantConfigFiles = {
  markets: marketsFile,
  stores: storesFile,
  orderTypes: orderTypesFile,
  paymentMethods: paymentMethodsFile,
  numberSequences: numberSequencesFile,
  charts: chartOfAccountsFile,
  taxGroups: taxGroupsFile,
  connectors: connectorsFile,
  apiClients: apiClientsFile,
  roles: rolesFile,
  users: usersFile,
  signIn: signInFile,
  settings: settingsFile,
  orderHandling: orderHandlingFile,
  consolePlaces: consolePlacesFile,
  customFields: customFieldsFile,
  extensions: extensionsFile,
  templates: templatesFolder,
}

/** All of them, with the file that the gateway alone reads (configuration.md#credentials). */
export const gatewayConfigFiles = { ...tenantConfigFiles, credentials: credentialsFile }

/** The JSON files of every service: those with a schema. */
export const tenantJsonFiles: readonly ConfigFileContract[] = Object.values(tenantConfigFiles).flatMap((contract) =>
  'file' in contract ? [contract as ConfigFileContract] : [],
)

/**
 * The whole configuration, every default filled in. A service loads the parts it needs:
 * `Pick<TenantConfig, 'stores'>`.
 */
export type TenantConfig = { [K in keyof typeof tenantConfigFiles]: ReturnType<(typeof tenantConfigFiles)[K]['read']> }

type WholeConfig = TenantConfig & { credentials: ReturnType<typeof credentialsFile.read> }

/** A rule over the parts it names, for a service's own checks too. */
export function tenantConfigCheck<K extends keyof WholeConfig>(
  needs: readonly K[],
  find: (config: Pick<WholeConfig, K>) => ConfigProblem[],
): ConfigCheck {
  return { needs, find }
}

/** A rule whose problems are logged at the start and at a reload, and stop neither. */
export function tenantConfigWarning<K extends keyof WholeConfig>(
  needs: readonly K[],
  find: (config: Pick<WholeConfig, K>) => ConfigProblem[],
): ConfigCheck {
  return { needs, find, isWarning: true }
}

const check = tenantConfigCheck
const warning = tenantConfigWarning

export const tenantConfigChecks: readonly ConfigCheck[] = [
  check(['markets'], ({ markets }) => findMarketProblems(markets)),
  check(['stores'], ({ stores }) => findStoreProblems(stores)),
  check(['stores', 'markets'], ({ stores, markets }) => findStoreMarketProblems(stores, markets)),
  check(['orderTypes'], ({ orderTypes }) => findOrderTypeProblems(orderTypes)),
  check(['orderTypes', 'markets'], ({ orderTypes, markets }) => findStepMarketProblems(orderTypes, markets)),
  check(['orderTypes', 'stores'], ({ orderTypes, stores }) => findStepStoreProblems(orderTypes, stores)),
  check(['orderTypes', 'connectors'], ({ orderTypes, connectors }) =>
    findStepConnectorProblems(orderTypes, connectors.connectors),
  ),
  check(['orderTypes', 'numberSequences'], ({ orderTypes, numberSequences }) =>
    findOrderNumberProblems(orderTypes, numberSequences),
  ),
  check(['paymentMethods'], ({ paymentMethods }) => findPaymentMethodProblems(paymentMethods)),
  check(['paymentMethods', 'markets'], ({ paymentMethods, markets }) => findPaymentMethodMarketProblems(paymentMethods, markets)),
  check(['paymentMethods', 'connectors'], ({ paymentMethods, connectors }) =>
    findPaymentConnectorProblems(paymentMethods, connectors),
  ),
  check(['numberSequences'], ({ numberSequences }) => findNumberSequenceProblems(numberSequences)),
  check(['numberSequences', 'stores', 'orderTypes'], ({ numberSequences, stores, orderTypes }) =>
    findSequenceStoreProblems(numberSequences, stores, orderTypes),
  ),
  check(['charts'], ({ charts }) => findChartProblems(charts)),
  check(['charts', 'stores'], ({ charts, stores }) => findChartStoreProblems(charts, stores)),
  check(['charts', 'taxGroups'], ({ charts, taxGroups }) => findChartTaxGroupProblems(charts, taxGroups)),
  check(['taxGroups'], ({ taxGroups }) => findTaxGroupProblems(taxGroups)),
  check(['connectors'], ({ connectors }) => findConnectorProblems(connectors)),
  check(['connectors', 'stores', 'markets'], ({ connectors, stores, markets }) =>
    findSubscriptionProblems(connectors, stores, markets),
  ),
  check(['connectors', 'orderTypes'], ({ connectors, orderTypes }) =>
    findValidationHookTypeProblems(connectors.validationHooks, orderTypes),
  ),
  check(['connectors', 'stores'], ({ connectors, stores }) =>
    findValidationHookStoreProblems(connectors.validationHooks, stores),
  ),
  check(['connectors', 'paymentMethods'], ({ connectors, paymentMethods }) =>
    findValidationHookMethodProblems(connectors.validationHooks, paymentMethods),
  ),
  check(['apiClients'], ({ apiClients }) => findApiClientProblems(apiClients)),
  check(['apiClients', 'stores'], ({ apiClients, stores }) => findApiClientStoreProblems(apiClients, stores)),
  check(['apiClients', 'roles'], ({ apiClients, roles }) => findApiClientRoleProblems(apiClients, roles)),
  check(['extensions'], ({ extensions }) => findExtensionSourceProblems(extensions)),
  check(['roles'], ({ roles }) => findRoleProblems(roles)),
  check(['users'], ({ users }) => findUserProblems(users)),
  check(['users', 'roles'], ({ users, roles }) => findUserRoleProblems(users, roles)),
  check(['users', 'stores'], ({ users, stores }) => findUserStoreProblems(users, stores)),
  check(['users', 'apiClients'], ({ users, apiClients }) => findUserClientProblems(users, apiClients)),
  check(['credentials'], ({ credentials }) => findCredentialProblems(credentials)),
  check(['signIn'], ({ signIn }) => findSignInProblems(signIn)),
  check(['signIn', 'stores'], ({ signIn, stores }) => findSignInStoreProblems(signIn, stores)),
  check(['signIn', 'roles'], ({ signIn, roles }) => findSignInRoleProblems(signIn, roles)),
  check(['orderHandling'], ({ orderHandling }) => findOrderHandlingProblems(orderHandling)),
  check(['consolePlaces'], ({ consolePlaces }) => findConsolePlaceProblems(consolePlaces)),
  check(['consolePlaces', 'connectors'], ({ consolePlaces, connectors }) =>
    findButtonConnectorProblems(consolePlaces, connectors.connectors),
  ),
  check(['consolePlaces', 'orderTypes'], ({ consolePlaces, orderTypes }) => findButtonStatusProblems(consolePlaces, orderTypes)),
  check(['customFields'], ({ customFields }) => findCustomFieldProblems(customFields)),
  check(['customFields', 'roles'], ({ customFields, roles }) => findFieldWriterProblems(customFields, roles)),
  check(['settings'], ({ settings }) => findHoldRuleProblems(settings.holds.rules)),
  check(['settings', 'orderTypes'], ({ settings, orderTypes }) => findHoldRuleTypeProblems(settings.holds.rules, orderTypes)),
  check(['settings', 'markets'], ({ settings, markets }) => findHoldRuleMarketProblems(settings.holds.rules, markets)),
  check(['settings', 'stores'], ({ settings, stores }) => findHoldRuleStoreProblems(settings.holds.rules, stores)),
  check(['settings', 'paymentMethods'], ({ settings, paymentMethods }) =>
    findHoldRuleMethodProblems(settings.holds.rules, paymentMethods),
  ),
  check(['settings', 'charts'], ({ settings, charts }) => findAccountingSettingProblems(settings, charts)),
  check(['settings', 'stores'], ({ settings, stores }) => findDocumentIssuerProblems(settings, stores)),
  warning(['orderTypes'], ({ orderTypes }) => findStatusWarnings(orderTypes)),
  warning(['orderTypes'], ({ orderTypes }) => findStepWarnings(orderTypes)),
  warning(
    ['orderTypes', 'paymentMethods', 'connectors', 'consolePlaces'],
    ({ orderTypes, paymentMethods, connectors, consolePlaces: { buttons } }) =>
      findConnectorWarnings({ types: orderTypes, methods: paymentMethods, ...connectors, buttons }),
  ),
  warning(['numberSequences', 'orderTypes'], ({ numberSequences, orderTypes }) =>
    findSequenceWarnings(numberSequences, orderTypes),
  ),
  warning(['markets', 'stores'], ({ markets, stores }) => findMarketWarnings(markets, stores)),
  warning(['apiClients'], ({ apiClients }) => findClientWarnings(apiClients)),
  warning(['apiClients'], ({ apiClients }) => findClientHashWarnings(apiClients)),
  warning(['users'], ({ users }) => findUserWarnings(users)),
  warning(['users', 'credentials'], ({ users, credentials }) => findWeakHashWarnings(withPasswordHashes(users, credentials))),
  warning(['credentials', 'users', 'apiClients'], ({ credentials, ...known }) => findCredentialWarnings(credentials, known)),
  warning(['signIn'], ({ signIn }) => findSignInWarnings(signIn)),
]
