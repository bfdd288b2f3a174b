// The screens outside of a tournament. A separate chunk, so that the screens of a tournament do not
// load this list.

export const NewTournament = async () => (await import('./NewTournament.tsx')).NewTournament
export const SceneLook = async () => (await import('../organize/scene/SceneLook.tsx')).SceneLook
export const NewScene = async () => (await import('../organize/scene/NewScene.tsx')).NewScene
export const Status = async () => (await import('./Status.tsx')).Status
export const SignIn = async () => (await import('../account/sign-in/SignIn.tsx')).SignIn
export const SignUp = async () => (await import('../account/sign-in/SignUp.tsx')).SignUp
export const ConfirmEmail = async () =>
  (await import('../account/sign-in/ConfirmEmail.tsx')).ConfirmEmail
export const PasswordReset = async () =>
  (await import('../account/sign-in/PasswordReset.tsx')).PasswordReset
export const Account = async () => (await import('../account/Account.tsx')).Account
export const Pair = async () => (await import('../officiate/devices/Pair.tsx')).Pair
export const CabinetCode = async () => (await import('../play/CabinetCode.tsx')).CabinetCode
export const PickupScreen = async () =>
  (await import('../play/pickup/PickupScreen.tsx')).PickupScreen
export const JoinAtDoor = async () => (await import('../play/JoinAtDoor.tsx')).JoinAtDoor
export const Profile = async () => (await import('../play/Profile.tsx')).Profile
