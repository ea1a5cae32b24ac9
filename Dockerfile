# The bot in a container; docs/operating.md says how it is built and run.
FROM python:3.11-slim

ENV PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN useradd --system --uid 10001 --no-create-home ichiza && install -d -o ichiza -g ichiza -m 0700 /data

WORKDIR /opt/ichiza
COPY requirements.txt requirements-postgres.txt ./
RUN python -m pip install -r requirements-postgres.txt
COPY bot.py limits.py progress.py ./
COPY operations/ operations/
COPY cogs/ cogs/
COPY show/ show/
COPY pictures/ pictures/
COPY host/ host/
COPY engine/ engine/
COPY storage/ storage/
COPY locales/ locales/
COPY docs/verify.html docs/privacy-policy.md docs/privacy-policy.ja.md docs/terms.md docs/terms.ja.md docs/
RUN python -m compileall -q .

USER ichiza
ENV ICHIZA_DATABASE=/data/ichiza.sqlite3 ICHIZA_HEALTH_PORT=8377
VOLUME /data
HEALTHCHECK --interval=60s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8377/health', timeout=4)"]
# As a list, so that SIGTERM reaches the bot itself.
ENTRYPOINT ["python", "bot.py"]
