"""Tools: of the hand-written families, and composed of things and actions. Each knows how people ask for it."""
import values
from families import read_all
from words import ACTIONS, COMMON, NOUNS, THINGS, VERBS, split

FAMILIES = read_all()

# kind: names | how it is called in English | in Chinese; for tools that no family describes.
_PARAMS = """
id: {x}_id, id, {x}_number, number, ref, reference, key | number, id, reference | 编号, 号码, 号
word: name, label, tag, {x}_name, key, kind, category, type | name, label | 名称, 名字, 标签
phrase: query, q, keywords, topic, search, subject | query, topic | 关键词, 主题
sentence: text, message, note, body, comment, description, reason, content | text, message, note | 内容, 备注, 说明
title: title, heading, subject | title | 标题
person: person, name, owner, user, customer, assignee, recipient, contact, employee, guest | person, name, owner | 姓名, 负责人, 联系人
email: email, to, address, contact, recipient | email, address | 邮箱
phone: phone, number, mobile, tel | phone number | 电话, 手机号
city: city, location, place, town, site, area | city, place | 城市, 地点
address: address, street, location | address | 地址
company: company, supplier, vendor, client | company, supplier | 公司, 供应商
product: product, item, article | product, item | 产品, 商品
date: date, day, when, due, start_date, deadline | date, day | 日期, 时间
time: time, at, start, hour | time | 时间
file: file, path, filename, document, source | file | 文件
folder: folder, directory, path, dir | folder | 文件夹, 目录
url: url, link, page, endpoint | link, url | 链接, 网址
currency: currency, to_currency | currency | 币种
language: language, lang, to_language | language | 语言
color: color, colour | color | 颜色
version: version, tag, release | version | 版本
symbol: symbol, code, ticker | symbol, code | 代码
number: value, number, level, score, temperature, reading, x | value | 数值
amount: amount, price, total, budget, cost, weight, size, distance | amount, price | 金额, 数量
percent: percent, rate, discount, share | percent, rate | 比例, 百分比
integer: quantity, year, limit, size, level, port, position, page | quantity, limit | 数量
count: count, quantity, days, hours, people, copies, nights, seats | count, quantity | 数量, 个数
word_list: tags, labels, names, items, keys | tags, items | 标签
person_list: people, names, users, members, guests, attendees | people | 人员
email_list: emails, recipients, to, cc | recipients | 收件人
number_list: numbers, values, amounts, readings, scores | numbers, values | 数值
integer_list: ids, pages, years, lines, numbers | numbers | 编号
"""
_TABLE = {}
for _line in _PARAMS.strip().splitlines():
    _kind, _, _rest = _line.partition(":")
    _names, _en, _zh = _rest.split("|")
    _TABLE[_kind] = (split(_names), split(_en), split(_zh))
_KINDS = list(_TABLE)
_WEIGHTS = [{"id": 12, "word": 8, "person": 6, "amount": 6, "integer": 4, "count": 4, "number": 4}.get(kind, 2) for kind in _KINDS]

_ENUMS = [line.split("|") for line in """
priority|low 低,medium 中等 normal,high 高 urgent 紧急
size|small 小,medium 中,large 大 big
mode|fast 快速 quick,normal 普通,slow 慢速
order|asc 升序 ascending,desc 降序 descending
unit|celsius 摄氏度,fahrenheit 华氏度
format|pdf PDF,csv CSV,html 网页
period|day 日 daily,week 周 weekly,month 月 monthly,year 年 yearly
status|open 未完成 unresolved,closed 已关闭 finished,pending 待处理 waiting
level|info 信息,warning 警告,error 错误
shift|morning 早班,evening 晚班,night 夜班
side|left 左边,right 右边
direction|up 上,down 下
plan|free 免费,basic 基础,pro 专业 professional
channel|email 邮件 mail,sms 短信 text,phone 电话
season|spring 春季,summer 夏季,autumn 秋季 fall,winter 冬季
""".strip().splitlines()]
_FLAGS = """urgent|加急 verbose|详细 recursive|递归 dry_run|试运行 force|强制 public|公开 notify|通知 express|快递 silent|静音 detailed|详细 archived|已归档
include_tax|含税 insured|保价 private|私密 active|启用 draft|草稿 gift|礼品 overwrite|覆盖 backup|备份 encrypted|加密""".split()


def humanize(name):
    return name.replace("_", " ")


class Param:
    def __init__(self, name, kind, en, zh, options=None):
        self.name, self.kind, self.en, self.zh, self.options = name, kind, en, zh, options or {}
        self.schema = {"type": "string", "enum": list(options)} if options else values.schema(kind)
        self.required = True
        # A unit that stands behind the number: in English, in Chinese.
        self.unit = None

    def draw(self, rng, zh):
        """The value, and the text for it; a boolean has no text of its own."""
        if self.kind == "bool":
            return rng.random() < 0.6, ""
        if self.kind != "enum":
            return values.draw(self.kind, rng, zh)
        option = rng.choice(list(self.options))
        words = self.options[option]["zh" if zh else "en"]
        if words and rng.random() < (0.75 if zh else 0.5):
            return option, rng.choice(words)
        return option, rng.choice([humanize(option), option, option.lower()]) if not zh else rng.choice([option, option.lower()])

    def make_optional(self, rng):
        self.required = False
        if rng.random() < 0.45:
            kind = self.schema["type"]
            self.schema = {**self.schema, "type": [kind, "null"], **({"enum": [*self.schema["enum"], None]} if "enum" in self.schema else {})}
            default = None
        elif self.kind == "bool":
            default = rng.random() < 0.3
        elif self.kind == "enum":
            default = next(iter(self.options))
        elif self.schema["type"] == "array":
            default = None
            self.schema = {**self.schema, "type": ["array", "null"]}
        else:
            default = self.draw(rng, False)[0] if self.schema["type"] != "string" else rng.choice(["", values.draw(self.kind, rng, False)[0]])
        self.schema = {**self.schema, "default": default}

    def describe(self, rng, text):
        """A description stands after the type and before the default."""
        default = {"default": self.schema["default"]} if "default" in self.schema else {}
        self.schema = {**{key: value for key, value in self.schema.items() if key != "default"}, "description": text, **default}


class Tool:
    """`requests(zh)` are texts with slots where a family wrote them; a composed tool has a thing and an action instead."""

    def __init__(self, name, description, params, group, family=None, thing=None, action=None):
        self.name, self.description, self.params, self.group = name, description, params, group
        self.family, self.thing, self.action = family, thing, action

    def schema(self):
        return {
            "name": self.name,
            "description": self.description,
            "parameters": {
                "type": "object",
                "properties": {param.name: param.schema for param in self.params},
                "required": [param.name for param in self.params if param.required],
                "additionalProperties": False,
            },
        }

    @property
    def searches(self):
        return any(param.kind == "phrase" and param.required for param in self.params) or self.family is LOOKUP


LOOKUP = object()
_LOOKUP_NAMES = ["local_facts_lookup"] * 5 + ["search_handbook", "knowledge_search", "faq_lookup", "policy_search", "search_notes", "look_up_facts", "wiki_search", "company_facts"]
_LOOKUP_TEXTS = [
    "Search the handbook.", "Search our knowledge base.", "Look up a policy.", "Facts about the company.", "Answers to common questions.",
    "Search the notes.", "查询公司制度。", "查找知识库。", "本地资料查询。",
]


def lookup_tool(rng):
    """The look-up that a facts store or a manifest offers, with the schema that the product gives it."""
    name = rng.choice(_LOOKUP_NAMES)
    description = "Look up facts in the local facts store." if name == "local_facts_lookup" else rng.choice(_LOOKUP_TEXTS)
    query, topic, limit = Param("query", "phrase", "query", "关键词"), Param("topic", "word", "topic", "主题"), Param("limit", "count", "limit", "条数")
    topic.required = limit.required = False
    topic.schema = {"type": ["string", "null"], "default": None}
    limit.schema = {"type": "integer", "default": 5}
    return Tool(name, description, [query, topic, limit], "lookup", family=LOOKUP)


def _described(rng, param, of, zh):
    if zh and param.zh:
        return rng.choice([param.zh, f"{param.zh}。", f"{of}的{param.zh}"]) if of else param.zh
    human = param.en or humanize(param.name)
    texts = [f"The {human}.", f"{human.capitalize()}.", f"The {human} to use.", f"{human}", f"Which {human}."]
    if param.kind in ("number", "amount", "integer", "count", "id", "code", "word"):
        texts.append(f"The {human}, for example {values.draw(param.kind, rng)[0]}.")
    if param.kind == "date":
        texts.append("Date as YYYY-MM-DD or a weekday.")
    return rng.choice(texts)


def family_tool(rng, family, zh=False):
    """`zh`: the developer documents in Chinese."""
    params = []
    documented = rng.random() < 0.3
    for spec in family.params:
        name = rng.choice([name for name in spec.names if name not in {param.name for param in params}] or spec.names)
        options = spec.options
        if options and rng.random() < 0.15:
            options = {option.upper(): words for option, words in options.items()}
        param = Param(name, spec.kind, spec.en or humanize(name), spec.zh, options)
        if not spec.required:
            param.make_optional(rng)
        if documented and rng.random() < 0.8:
            param.describe(rng, _described(rng, param, "", zh))
        params.append(param)
    texts = family.descriptions["zh"] if zh and family.descriptions["zh"] else family.descriptions["en"]
    name = rng.choice(family.names)
    if rng.random() < 0.04:
        name = rng.choice(["tool", "op", "fn", "job", "action", "task"]) + f"_{rng.randint(1, 40)}"
    return Tool(name, rng.choice(texts), params, family.group, family=family)


_UNITS = [line.split("|") for line in """
kg|weight,load,rider,parcel|kg,kilos,kilograms|公斤,千克,kg
g|weight,dose,portion|g,grams|克,g
mm|width,height,thickness,tyre,diameter|mm,millimetres|毫米,mm
cm|length,height,depth|cm,centimetres|厘米,cm
m|length,distance,height,depth|m,metres,meters|米,m
km|distance,range,radius|km,kilometres|公里,千米,km
litres|volume,fuel,water|litres,l,liters|升,L
ml|volume,dose|ml,millilitres|毫升,ml
celsius|temperature,oven,water,room|degrees,°C,C|度,摄氏度,℃
percent|humidity,brightness,open,level|percent,%|%,个百分点
minutes|duration,time,delay|minutes,min|分钟,分
hours|duration,shift,rental|hours,h|小时,个小时
days|stay,period,notice|days|天,日
seconds|pause,timeout,exposure|seconds,s,secs|秒,秒钟
watts|power,heater|watts,W|瓦,W
bar|pressure,pump|bar|巴,bar
euros|price,budget,fee|euros,€,EUR|欧元,欧
yuan|price,budget,amount|yuan,RMB|元,块,块钱
pages|count,limit|pages|页
copies|count,order|copies|份,本
people|party,group,guests|people,persons,guests|个人,人,位
rooms|count,rent|rooms|间,个房间
rpm|speed,drum|rpm|转,rpm
kmh|speed,wind|km/h|公里每小时,km/h
""".strip().splitlines()]


def _measured_params(rng):
    """One to three numbers, told apart by their units alone, before or after what names the one that is meant."""
    params = []
    for name, heads, en, zh in rng.sample(_UNITS, rng.choice([1, 2, 2, 3])):
        head = rng.choice(heads.split(","))
        called = rng.choice([name, f"{head}_{name}", f"{head}_{name}", head])
        if called in {param.name for param in params}:
            continue
        kind = "count" if name in ("pages", "copies", "people", "rooms", "days") else rng.choice(["amount", "amount", "number", "integer"])
        param = Param(called, kind, head, head)
        param.unit = (rng.choice(en.split(",")), rng.choice(zh.split(",")))
        params.append(param)
    if rng.random() < 0.5:
        kind = rng.choice(["id", "word", "person", "city", "product", "word"])
        names, en, zh_names = _TABLE[kind]
        params.insert(0, Param(rng.choice(names).replace("{x}", "item"), kind, rng.choice(en), rng.choice(zh_names)))
    return params


def _composed_params(rng, thing, zh):
    if rng.random() < 0.25:
        return _measured_params(rng)
    params = []
    for index in range(rng.choices([0, 1, 2, 3], [12, 46, 30, 12])[0]):
        kind = rng.random()
        taken = {param.name for param in params}
        if kind < 0.1:
            name, *options = rng.choice(_ENUMS)
            table = {}
            for option in options[0].split(","):
                key, *others = option.split()
                table[key] = {"en": [word for word in others if word.isascii()], "zh": [word for word in others if not word.isascii()]}
            param = Param(name, "enum", name, name, table)
        elif kind < 0.18:
            name, zh_name = rng.choice(_FLAGS).split("|")
            param = Param(name, "bool", humanize(name), zh_name)
        else:
            kind = rng.choices(_KINDS, _WEIGHTS)[0]
            names, en, zh_names = _TABLE[kind]
            name = rng.choice(names).replace("{x}", thing.en[0].replace(" ", "_").replace("-", "_"))
            if rng.random() < 0.12:
                name = rng.choice(COMMON) + rng.choice(["", "_" + name])
                param = Param(name, kind, humanize(name), humanize(name))
            else:
                param = Param(name, kind, humanize(name) if rng.random() < 0.5 else rng.choice(en), rng.choice(zh_names))
        if param.name in taken:
            continue
        if index > 0 and rng.random() < 0.5:
            param.make_optional(rng)
        if rng.random() < 0.25:
            param.describe(rng, _described(rng, param, thing.zh[0] if zh else "", zh))
        params.append(param)
    return sorted(params, key=lambda param: not param.required)


def composed_tool(rng, thing=None, action=None, zh=False, chinese=False):
    """A tool that no family describes: an action on a thing. `chinese`: it can be asked for in Chinese."""
    wide = not (zh or chinese)
    thing = thing or rng.choice(NOUNS if wide and NOUNS and rng.random() < 0.5 else THINGS)
    action = action or rng.choice(VERBS if wide and VERBS and rng.random() < 0.25 else ACTIONS)
    verb, noun = action.en[0], thing.en[0]
    words = (verb + " " + noun).replace("-", " ").replace("'", "").split()
    form = rng.random()
    if form < 0.12:
        words = (noun + " " + verb).replace("-", " ").replace("'", "").split()
    elif form < 0.2 and verb in ("get", "show", "find", "check", "look up"):
        words = noun.replace("-", " ").split() + rng.choice([["info"], ["lookup"], ["details"], []])
    name = "_".join(words).lower()
    said_verb = rng.choice(action.en) if rng.random() < 0.4 else verb
    said_noun = rng.choice(thing.en) if rng.random() < 0.4 else noun
    if thing.gloss and rng.random() < 0.35:
        # The name may say nothing; then only the meaning tells.
        description = rng.choice(["{v} {g}.", "{v}: {g}.", "{v} {g}"]).format(v=said_verb.capitalize(), g=thing.gloss)
        if rng.random() < 0.25:
            name = rng.choice(["tool", "op", "task", "call"]) + f"_{rng.randint(1, 40)}"
    elif zh:
        pick = lambda options: options[0] if rng.random() < 0.6 else rng.choice(options)
        description = rng.choice(["{v}{n}。", "{v}{n}", "{v}某个{n}。", "用来{v}{n}。"]).format(v=pick(action.zh), n=pick(thing.zh))
    else:
        article = "an" if said_noun[0] in "aeiou" else "a"
        description = rng.choice([
            "{V} {a} {n}.", "{V} the {n}.", "{V} {a} {n}", "{V} {n}s.", "Use this to {v} {a} {n}.", "{V} the {n} of the user.", "{V} the {n} and return the outcome.",
        ]).format(V=said_verb.capitalize(), v=said_verb, n=said_noun, a=article)
    if not name.isidentifier():
        name = "".join(character if character.isalnum() else "_" for character in name)
    return Tool(name, description, _composed_params(rng, thing, zh), thing.group, thing=thing, action=action)


def any_tool(rng, zh=False):
    """Mostly of a family; `zh`: documented in Chinese."""
    if rng.random() < 0.8:
        return family_tool(rng, rng.choice(FAMILIES), zh)
    return composed_tool(rng, zh=zh)


def _alike(one, other):
    """True where a request for one could be meant for the other, as far as the words tell."""
    if one.name == other.name or (one.family is not None and one.family is other.family) or (one.searches and other.searches):
        return True
    if one.thing and other.thing:
        same_thing = one.thing is other.thing or set(one.thing.en) & set(other.thing.en) or set(one.thing.zh) & set(other.thing.zh)
        same_action = one.action is other.action or set(one.action.en) & set(other.action.en) or set(one.action.zh) & set(other.action.zh)
        return bool(same_thing and same_action)
    if one.family is not None and other.family is not None and one.group == other.group:
        return False
    words = {word for word in one.name.lower().split("_") if word not in _COMMON_WORDS}
    return bool(words & set(other.name.lower().split("_")))


_COMMON_WORDS = set("get set find list check search lookup count read show to for of by in state run switch toggle file at add make create update new".split())
_GROUPS = {}
for _family in FAMILIES:
    _GROUPS.setdefault(_family.group, []).append(_family)


def others(rng, wanted, count, zh=False):
    """`count` further tools, near neighbours among them, none of which fits a request for the wanted ones."""
    found = []
    while len(found) < count:
        near = rng.choice(wanted)
        form = rng.random()
        documented = zh if rng.random() < 0.9 else not zh
        if near.family is not None and near.family is not LOOKUP and form < 0.6 and len(_GROUPS[near.group]) > 1:
            tool = family_tool(rng, rng.choice(_GROUPS[near.group]), documented)
        elif near.thing and form < 0.3:
            tool = composed_tool(rng, thing=near.thing, zh=documented and bool(near.thing.zh), chinese=bool(near.thing.zh))
        elif near.thing and form < 0.5:
            tool = composed_tool(rng, action=near.action, zh=documented and bool(near.action.zh), chinese=bool(near.action.zh))
        else:
            tool = any_tool(rng, documented)
        if not any(_alike(tool, other) for other in [*wanted, *found]):
            found.append(tool)
    return found
