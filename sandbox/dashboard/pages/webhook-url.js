/** Warns of a URL that n8n listens to only in the editor. @param {string} url */
export const warnOfTestUrl = (url) =>
	url.includes('/webhook-test/')
		? 'This is the Test URL: n8n answers there only while Execute Workflow waits for an event. Use the ' +
			'Production URL.'
		: undefined;

/** Finds the token that vouches for chat-app messages. @param {string} url */
export const tokenIn = (url) => URL.parse(url)?.searchParams.get('token') || undefined;

/** Warns of a chat-app URL, which has to carry a token. @param {string} url */
export const warnOfChatAppUrl = (url) =>
	warnOfTestUrl(url) ??
	(url !== '' && tokenIn(url) === undefined
		? 'Without ?token= n8n refuses the messages. Make a token, and enter it in the credential as well.'
		: undefined);
