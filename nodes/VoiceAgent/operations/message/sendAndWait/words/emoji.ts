import type { Language } from './language';

export const emoji: Language = {
	name: 'Emoji',
	phrases: {
		agrees: '👍, ✅, 👌, ✔, ☑, 🆗, 💯, 🤝',
		no: '👎, ❌, 🚫, ⛔, ✖, 🛑, 🙅',
		filler: `
			🙏, 😊, 🙂, 😀, 😃, 😄, 😁, 😉, 😍, 🥰, 🤗, 😘, 🎉, 🥳, 👏, 🙌, 💪, 😎, 👋, 🤩, ❤, 💙, 💚, 🌟, ⭐, ✨, 😢, 😔, 😞, 🙁, ☹
		`,
		doubt: '🤔, 🤷, 🙄, 🙃, 😒, 🤨, 😏, 😕, ⏳, ✋',
	},
};
