"""The calls about lessons: list, read, and try moves. Nothing is stored; anybody may ask.

What a lesson is, and which moves serve, is decided in teaching/; what is told, in exercises.py.
"""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, PathParameter

from colonnade.games import all_games
from colonnade.server import exercises
from colonnade.server.requests import RESPONSES
from colonnade.server.wire_lessons import LessonEvent, LessonListed, LessonTold
from colonnade.server.wishes import ExerciseWish

PATH = "/api/lessons/{game_key:str}/{lesson_key:str}"
OfGame = Annotated[str, PathParameter(description="A game's key")]
OfLesson = Annotated[str, PathParameter(description="A lesson's key")]
StepNumber = Annotated[int, PathParameter(ge=0, le=100, description="Of the step, from 0")]


@get("/api/lessons", responses=RESPONSES, summary="The lessons")
async def list_lessons() -> list[LessonListed]:
    """The lessons of all games, each game's in their order."""

    def work() -> list[LessonListed]:
        return [exercises.listed(one) for found in all_games() for one in exercises.taught(found)]

    return await asyncio.to_thread(work)


@get(PATH, responses=RESPONSES, summary="A lesson")
async def read_lesson(game_key: OfGame, lesson_key: OfLesson) -> LessonTold:
    """All that a lesson says, step by step, in every language."""
    return exercises.told(await asyncio.to_thread(exercises.find, game_key, lesson_key))


@post(PATH + "/{step:int}", responses=RESPONSES, status_code=200, summary="Try a lesson's step")
async def try_step(
    game_key: OfGame, lesson_key: OfLesson, step: StepNumber, data: JSONBody[ExerciseWish]
) -> LessonEvent:
    """Make moves from where a step begins: the position after them, and whether the last serves.

    Draws and rivals' moves are answered by themselves. After a wrong move, leave it out.
    """

    def work() -> LessonEvent:
        return exercises.event(exercises.find(game_key, lesson_key), step, data.moves)

    return await asyncio.to_thread(work)


LESSON_ROUTES = [list_lessons, read_lesson, try_step]
