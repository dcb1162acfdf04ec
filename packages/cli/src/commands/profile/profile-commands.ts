import type { DeclareCommand } from '../../command.ts'
import { addProfile } from './add-profile.ts'
import { listProfiles } from './list-profiles.ts'
import { removeProfile } from './remove-profile.ts'
import { showProfile } from './show-profile.ts'
import { selectProfile } from './use-profile.ts'

/** `oms profile …` */
export const profileCommands: readonly DeclareCommand[] = [listProfiles, showProfile, addProfile, selectProfile, removeProfile]
