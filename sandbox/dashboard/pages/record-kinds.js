import { html } from 'htm/preact';
import { Icon } from '../parts/icon.js';
import { batches } from './batches.js';
import { chatApp } from './chat-app.js';
import { deadLetters } from './dead-letters.js';
import { deliveries } from './deliveries.js';
import { messages } from './messages.js';
import { requests } from './requests.js';
import { scriptedReplies } from './scripted-replies.js';

/** What the account has, by section: each a table, and a page for each record. @type {Record<string, import('./records.js').RecordKind>} */
export const RECORD_KINDS = {
	batches,
	'chat-app': chatApp,
	'dead-letters': deadLetters,
	deliveries,
	messages,
	requests,
	'scripted-replies': scriptedReplies,
	agents: {
		title: 'Agents',
		lead: 'The AI agents of the account.',
		path: '/agents',
		columns: ['agent_type', 'language', 'llm_model', 'is_active', 'updated_at', 'id'],
	},
	skills: {
		title: 'Skills',
		lead: 'What Skill > Execute and Update take: the ID of the agent skill.',
		path: '/skills',
		columns: ['agent_id', 'is_enabled', 'outcome', 'id'],
	},
	'skill-runs': {
		title: 'Skill runs',
		lead: 'What Skill > Execute has done; dry runs leave nothing.',
		name: 'Run',
		nameOf: (run) => run.result.summary,
		path: '/skill-executions',
		list: 'executions',
		columns: ['status', 'agent_skill_id', 'created_at', 'id'],
		empty: 'No skill has run yet. Run one with Skill > Execute.',
	},
	memories: {
		title: 'Memories',
		lead: 'What the agents remember of each caller.',
		name: 'Caller',
		nameOf: (memory) => memory.phone_number,
		path: '/memories',
		columns: ['summary', 'key_topics', 'last_updated', 'id'],
		empty: 'The agents remember nobody.',
	},
	functions: {
		title: 'Custom functions',
		lead: 'What the agents can call during a conversation.',
		path: '/custom-functions',
		columns: ['agent_id', 'http_method', 'endpoint_url', 'is_active', 'id'],
		empty: 'There is no custom function. Create one with Custom Function > Create.',
	},
	knowledge: {
		title: 'Knowledge sources',
		lead: 'What the agents look things up in.',
		name: 'Title',
		nameOf: (source) => source.title,
		path: '/knowledge-sources',
		columns: ['url', 'sync_status', 'chunk_count', 'agent_id', 'id'],
	},
	voices: {
		title: 'Voices',
		lead: 'Cloned voices. Each sample for Voice > Clone needs at least 30 seconds.',
		path: '/voices',
		columns: ['description', 'created_at', 'id'],
		empty: 'No voice has been cloned. Download the recording and use it with Voice > Clone.',
		actions: html`<a role="button" href="/sandbox/v1/recording" download="recording.wav"
			><${Icon} name="download" /> Download a 30-second recording</a
		>`,
	},
	calls: {
		title: 'Calls',
		lead: 'Calls that have ended, newest first.',
		name: 'From',
		nameOf: (call) => call.from_number,
		path: '/calls',
		columns: ['to_number', 'direction', 'duration_seconds', 'summary', 'ended_at', 'id'],
		empty: 'No call has ended yet. Make one end to see it.',
		paged: true,
	},
	chats: {
		title: 'Website chats',
		lead: 'Conversations in the widget of a website.',
		name: 'Visitor',
		nameOf: (session) => session.visitor_name ?? 'Somebody',
		path: '/chat-sessions',
		columns: ['status', 'messages', 'opened_at', 'ended_at', 'end_reason', 'id'],
		empty: 'Nobody has chatted yet. Make a website chat close to see one.',
		paged: true,
	},
	numbers: {
		title: 'Phone numbers',
		lead: 'The service numbers of the account, and the agents that answer on them.',
		name: 'Number',
		nameOf: (number) => html`<span class="nowrap">${number.phone_number}</span>`,
		path: '/numbers',
		columns: ['friendly_name', 'capabilities', 'agent_id', 'text_agent_id', 'is_active', 'id'],
	},
};
