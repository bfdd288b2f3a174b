import { newName, t } from './route.ts'
import type { RouteCases } from './route.ts'

const question = { fieldDescription: 'Shirt size?', fieldType: 'text' }

/** Routes with which organisers prepare a tournament. */
export const organiseRoutes: RouteCases = {
  [`GET ${t}/player-info-field/`]: {},
  [`GET ${t}/player-info-field/:id/`]: { id: 'question' },
  [`PUT ${t}/tournament/:id/question-order/`]: {
    id: 'tournament',
    body: (_, { question }) => ({ order: [question] }),
  },
  [`POST ${t}/player-info-field/`]: { body: (_, { tournament }) => ({ tournament, ...question }) },
  [`PUT ${t}/player-info-field/:id/`]: { id: 'question', body: () => question },
  [`PATCH ${t}/player-info-field/:id/`]: { id: 'question', body: () => ({ isRequired: true }) },
  [`GET ${t}/payment-option/`]: {},
  [`GET ${t}/payment-option/:id/`]: { id: 'paymentOption' },
  [`POST ${t}/payment-option/`]: {
    body: (_, { tournament }) => ({ tournament, name: newName(), price: '5.50' }),
  },
  [`PATCH ${t}/payment-option/:id/`]: { id: 'paymentOption', body: () => ({ price: '6' }) },
  // The server has no secret, so no webhook can be created.
  [`GET ${t}/scene/:id/webhook/`]: { who: 'admin', id: 'scene' },
  [`POST ${t}/scene/:id/webhook/`]: {
    id: 'scene',
    body: () => ({ url: 'https://example.org/', events: ['match.completed'] }),
    status: 409,
  },
  [`PATCH ${t}/scene/:id/webhook/:webhook/`]: {
    id: 'scene',
    body: () => ({ events: ['match.completed'] }),
    status: 404,
  },
  [`POST ${t}/scene/:id/webhook/:webhook/secret/`]: { id: 'scene', status: 409 },
  [`POST ${t}/scene/:id/webhook/:webhook/test/`]: { id: 'scene', status: 404 },
  [`DELETE ${t}/scene/:id/webhook/:webhook/`]: { id: 'scene', status: 404 },
  [`GET ${t}/scene/:id/webhook/:webhook/delivery/`]: { who: 'admin', id: 'scene', status: 404 },
  [`POST ${t}/scene/:id/webhook/:webhook/delivery/:delivery/again/`]: { id: 'scene', status: 404 },
  [`GET ${t}/template/`]: { who: 'admin', query: ({ scene }) => `sceneId=${scene}` },
  [`GET ${t}/template/:id/`]: { who: 'admin', id: 'template' },
  [`POST ${t}/template/`]: {
    body: ({ scene }, { tournament }) => ({ scene, tournament, name: newName() }),
  },
  [`PATCH ${t}/template/:id/`]: { id: 'template', body: () => ({ name: newName() }) },
  // The tournament has matches.
  [`PUT ${t}/tournament/:id/load-template/`]: {
    id: 'tournament',
    body: (_, { template }) => ({ template }),
    status: 409,
  },
  [`GET ${t}/cabinet-group/`]: {},
  [`GET ${t}/cabinet-group/:id/`]: { id: 'cabinetGroup' },
  [`POST ${t}/cabinet-group/`]: {
    body: ({ scene, cabinet }) => ({ scene, name: newName(), cabinets: [cabinet] }),
  },
  [`PUT ${t}/cabinet-group/:id/`]: {
    id: 'cabinetGroup',
    body: () => ({ name: newName(), cabinets: [] }),
  },
  [`PATCH ${t}/cabinet-group/:id/`]: { id: 'cabinetGroup', body: () => ({ name: newName() }) },
  [`PUT ${t}/tournament/:id/assign-group/`]: {
    id: 'tournament',
    body: (_, { cabinetGroup }) => ({ group: cabinetGroup }),
  },
  [`DELETE ${t}/player-info-field/:id/`]: { id: 'question' },
  [`DELETE ${t}/payment-option/:id/`]: { id: 'paymentOption' },
  [`DELETE ${t}/template/:id/`]: { id: 'template' },
  [`DELETE ${t}/cabinet-group/:id/`]: { id: 'cabinetGroup' },
}
