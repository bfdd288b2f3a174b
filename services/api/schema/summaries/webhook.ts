/** Programs and chats that a scene notifies. */
export const webhookSummaries = {
  'GET /api/tournament/scene/:id/chat-hook/': 'List the chat channels of a scene',
  'POST /api/tournament/scene/:id/chat-hook/': 'Add a chat channel',
  'PATCH /api/tournament/scene/:id/chat-hook/:hook/': 'Change what a chat channel is told',
  'DELETE /api/tournament/scene/:id/chat-hook/:hook/': 'Remove a chat channel',
  'POST /api/tournament/scene/:id/chat-hook/:hook/test/': 'Send a test message to a chat channel',
  'GET /api/tournament/scene/:id/chat-hook/:hook/delivery/': 'List messages to a chat channel',
  'GET /api/tournament/scene/:id/webhook/': 'List the webhooks of a scene',
  'POST /api/tournament/scene/:id/webhook/': 'Add a webhook; the answer contains its secret',
  'PATCH /api/tournament/scene/:id/webhook/:webhook/': 'Choose the events that a webhook gets',
  'POST /api/tournament/scene/:id/webhook/:webhook/secret/':
    'Make a new secret for a webhook; the old one signs too for a day',
  'POST /api/tournament/scene/:id/webhook/:webhook/test/': 'Send a test message to a webhook',
  'DELETE /api/tournament/scene/:id/webhook/:webhook/': 'Remove a webhook',
  'GET /api/tournament/scene/:id/webhook/:webhook/delivery/': 'List the deliveries of a webhook',
  'POST /api/tournament/scene/:id/webhook/:webhook/delivery/:delivery/again/':
    'Send a delivery of a webhook again',
}
